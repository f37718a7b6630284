-- +goose Up
-- The switches that are not as in a new shop. What there is to switch, and how a new shop has it, is in
-- server/shop/settings/features.go.
CREATE TABLE features (
    key        text COLLATE "C" PRIMARY KEY,
    enabled    boolean NOT NULL,
    updated_at timestamptz(3) NOT NULL
);

-- Processes keep all switches, and read all of them again after any change: it needs no ids.
CREATE TRIGGER changes_any AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON features
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
ALTER TABLE features ENABLE ALWAYS TRIGGER changes_any;

-- A campaign is a discount code with an announcement and a time.
CREATE TABLE campaigns (
    id           uuid PRIMARY KEY,
    discount_id  uuid NOT NULL CONSTRAINT campaigns_discount UNIQUE REFERENCES discounts (id),
    announcement text NOT NULL CONSTRAINT campaigns_announcement_check CHECK (char_length(announcement) BETWEEN 5 AND 200),
    starts_at    timestamptz(3) NOT NULL,
    ends_at      timestamptz(3), -- null: until somebody ends it; before starts_at for one that was ended before it began
    created_at   timestamptz(3) NOT NULL,
    updated_at   timestamptz(3) NOT NULL,
    deleted_at   timestamptz(3)
);

CREATE INDEX campaigns_newest ON campaigns (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_started ON campaigns (starts_at DESC, id DESC) WHERE deleted_at IS NULL;

-- The programs before have no switches, and announce no campaign.
INSERT INTO schema_compatibility (version, oldest) VALUES (19, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 19;
DROP TABLE campaigns, features;
