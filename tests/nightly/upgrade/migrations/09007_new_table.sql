-- +goose Up
CREATE TABLE upgrade_notes (
    order_id uuid PRIMARY KEY,
    note     text NOT NULL
);

CREATE INDEX upgrade_notes_note ON upgrade_notes (note);

-- At the end: orders are not written from here on until the file is committed.
ALTER TABLE upgrade_notes ADD FOREIGN KEY (order_id) REFERENCES orders (id);

INSERT INTO schema_compatibility (version, oldest) VALUES (9007, 28);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 9007;
DROP TABLE upgrade_notes;
