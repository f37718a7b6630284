-- +goose Up
-- Payments of orders, as their providers have confirmed them (server/shop/payments). What is to be done at a provider is a row of
-- payment_effects, written with what wants it and carried out afterwards.
CREATE TABLE payments (
    id               uuid PRIMARY KEY,
    order_id         uuid NOT NULL REFERENCES orders (id),
    provider         text NOT NULL COLLATE "C" CONSTRAINT payments_provider_check CHECK (provider IN ('stripe', 'manual', 'test', 'none')),
    livemode         boolean NOT NULL DEFAULT false, -- whether real money moves
    rehearsal        boolean NOT NULL DEFAULT false, -- no money moves, in a shop that sells: analytics leave it out
    status           text NOT NULL COLLATE "C" CONSTRAINT payments_status_check CHECK (status IN
        ('created', 'requires_action', 'authorized', 'captured', 'partially_refunded', 'refunded', 'cancelled', 'failed', 'expired')),
    amount_oere      bigint NOT NULL,
    captured_oere    bigint NOT NULL DEFAULT 0,
    refunded_oere    bigint NOT NULL DEFAULT 0,
    fee_oere         bigint,
    capture_on       text NOT NULL COLLATE "C", -- payment or shipment, as it was set when the payment was begun
    reference        text COLLATE "C",          -- what the provider calls it
    method           text,
    url              text,                      -- where the buyer pays
    return_url       text,
    failure          text,                      -- why the provider refused it
    surplus          boolean NOT NULL DEFAULT false, -- its money came for an order that was paid otherwise, or for nothing any more
    released         boolean NOT NULL DEFAULT false, -- its money was reserved, and the provider has let it go: failed
    dispute          text COLLATE "C" CONSTRAINT payments_dispute_check CHECK (dispute IN ('open', 'won', 'lost')),
    disputed_status  text COLLATE "C",          -- of the order, before the dispute
    created_at       timestamptz(3) NOT NULL,
    updated_at       timestamptz(3) NOT NULL,
    expires_at       timestamptz(3),            -- until when the buyer can pay
    authorized_until timestamptz(3),
    looked_at        timestamptz(3) NOT NULL,   -- when it was read from the provider
    CONSTRAINT payments_money_check CHECK (amount_oere >= 0 AND captured_oere BETWEEN 0 AND amount_oere AND refunded_oere BETWEEN 0 AND captured_oere)
);
CREATE UNIQUE INDEX payments_open ON payments (order_id) WHERE status IN ('created', 'requires_action', 'authorized');
CREATE UNIQUE INDEX payments_reference ON payments (provider, reference) WHERE provider <> 'manual'; -- a bank calls two transfers the same
CREATE INDEX payments_of_order ON payments (order_id, created_at DESC, id DESC);
CREATE INDEX payments_newest ON payments (created_at DESC, id DESC);
CREATE INDEX payments_to_read ON payments (looked_at) WHERE status IN ('created', 'requires_action', 'authorized') OR dispute = 'open';
CREATE INDEX payments_rehearsals ON payments (order_id) WHERE rehearsal AND captured_oere > 0 AND NOT surplus;
CREATE INDEX payments_released ON payments (updated_at) WHERE released;
CREATE INDEX payments_surplus ON payments (id) WHERE surplus AND captured_oere > refunded_oere;
CREATE INDEX payments_by_status ON payments (status, created_at DESC, id DESC);

-- The orders that were paid with nothing.
CREATE VIEW order_rehearsals AS SELECT order_id FROM payments WHERE rehearsal AND captured_oere > 0 AND NOT surplus;

-- Money that is given back. What is pending is reserved: it cannot be given back twice.
CREATE TABLE payment_refunds (
    id          uuid PRIMARY KEY,
    payment_id  uuid NOT NULL REFERENCES payments (id),
    order_id    uuid NOT NULL, -- of the payment
    at          timestamptz(3) NOT NULL,
    amount_oere bigint NOT NULL CONSTRAINT payment_refunds_amount_check CHECK (amount_oere > 0),
    items       json,    -- as in order_refunds
    restock     boolean NOT NULL DEFAULT false,
    reason      text NOT NULL,
    actor       text NOT NULL COLLATE "C", -- who asked for it
    status      text NOT NULL COLLATE "C" CONSTRAINT payment_refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
    reference   text COLLATE "C",
    ended_at    timestamptz(3),
    failure     text,
    dispute     boolean NOT NULL DEFAULT false, -- a dispute that was lost took it
    came_back   boolean NOT NULL DEFAULT false  -- the bank of the buyer did not take it: failed, after it had succeeded
);
CREATE INDEX payment_refunds_of_payment ON payment_refunds (payment_id, at DESC, id DESC);
CREATE INDEX payment_refunds_failed ON payment_refunds (ended_at) WHERE status = 'failed';
CREATE INDEX payment_refunds_pending ON payment_refunds (payment_id) WHERE status = 'pending';
CREATE INDEX payment_refunds_of_order ON payment_refunds (order_id);
CREATE UNIQUE INDEX payment_refunds_reference ON payment_refunds (payment_id, reference);

CREATE INDEX payment_refunds_reasons ON payment_refunds USING gin (note_words(reason));

-- The messages of the providers, each once.
CREATE TABLE payment_messages (
    provider   text NOT NULL COLLATE "C",
    id         text NOT NULL COLLATE "C", -- of the provider
    payment_id uuid NOT NULL,
    type       text NOT NULL,
    at         timestamptz(3) NOT NULL,
    PRIMARY KEY (provider, id)
);
CREATE INDEX payment_messages_of_payment ON payment_messages (payment_id, at DESC, id DESC);

-- What is to be done at a provider: of one payment one after the other. The provider gets the key, and does nothing twice for it.
CREATE TABLE payment_effects (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key          uuid NOT NULL DEFAULT gen_random_uuid(),
    payment_id   uuid NOT NULL REFERENCES payments (id),
    refund_id    uuid REFERENCES payment_refunds (id),
    kind         text NOT NULL COLLATE "C" CONSTRAINT payment_effects_kind_check CHECK (kind IN ('begin', 'capture', 'cancel', 'refund')),
    token        bytea, -- what the buyer's agent holds, encrypted (server/platform/seal) and erased with the outcome
    status       text NOT NULL DEFAULT 'pending' COLLATE "C" CONSTRAINT payment_effects_status_check CHECK (status IN ('pending', 'done', 'refused')),
    attempts     integer NOT NULL DEFAULT 0, -- that were begun
    due_at       timestamptz(3) NOT NULL DEFAULT now(),
    leased_until timestamptz(3), -- a process is doing it, and is gone if this has passed, by the clock of the database
    error        text            -- what the provider refused it for, or how the last attempt failed
);
CREATE INDEX payment_effects_due ON payment_effects (due_at, id) WHERE status = 'pending';
CREATE INDEX payment_effects_of_payment ON payment_effects (payment_id, id);

-- +goose StatementBegin
-- An order that is cancelled ends its open payment, and one that leaves takes the money that is reserved: whoever moves it.
CREATE FUNCTION payments_follow_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO payment_effects (payment_id, kind)
    SELECT p.id, wanted.kind FROM payments p, (SELECT CASE WHEN NEW.status = 'cancelled' THEN 'cancel' ELSE 'capture' END AS kind) AS wanted
    WHERE p.order_id = NEW.id AND (p.status = 'authorized' OR wanted.kind = 'cancel' AND p.status IN ('created', 'requires_action'))
      AND NOT EXISTS (SELECT FROM payment_effects e WHERE e.payment_id = p.id AND e.status = 'pending' AND e.kind = wanted.kind);
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_payments_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    INSERT INTO outbox (type, entity, data)
    SELECT happened.type, NEW.id, json_build_object('paymentId', NEW.id, 'orderId', NEW.order_id, 'provider', NEW.provider, 'status', NEW.status,
        'amountOere', NEW.amount_oere, 'capturedOere', NEW.captured_oere, 'refundedOere', NEW.refunded_oere, 'currency', 'DKK')
    FROM (VALUES
        (1, 'payment.captured', NEW.captured_oere > OLD.captured_oere OR NEW.status = 'captured' AND OLD.status = 'created'),
        (2, 'payment.failed', NEW.status = 'failed' AND OLD.status <> 'failed'),
        (3, 'payment.disputed', NEW.dispute = 'open' AND OLD.dispute IS NULL),
        (4, 'payment.refunded', NEW.refunded_oere > OLD.refunded_oere)
    ) AS happened (place, type, yes)
    WHERE happened.yes AND happened.type = ANY (wanted) ORDER BY happened.place;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER payments_follow_order AFTER UPDATE ON orders FOR EACH ROW
    WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled'
        OR NEW.stage IN ('shipped', 'delivered', 'completed') AND OLD.stage NOT IN ('shipped', 'delivered', 'completed'))
    EXECUTE FUNCTION payments_follow_order();
CREATE TRIGGER outbox_update AFTER UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION outbox_payments_update();

ALTER TABLE settings ADD COLUMN capture_on text NOT NULL DEFAULT 'payment' COLLATE "C";
ALTER TABLE settings ADD COLUMN refund_late_payments boolean NOT NULL DEFAULT true;

-- The books of the provider test: what a real one would keep elsewhere. No transaction of the shop writes them.
CREATE TABLE test_payments (
    reference     text PRIMARY KEY COLLATE "C",
    payment_id    uuid NOT NULL,
    key           text NOT NULL UNIQUE COLLATE "C", -- of the call that began it
    page          text NOT NULL UNIQUE COLLATE "C", -- what the address of its page ends in
    status        text NOT NULL COLLATE "C" CONSTRAINT test_payments_status_check CHECK (status IN ('requires_action', 'authorized', 'captured', 'cancelled', 'failed')),
    amount_oere   bigint NOT NULL,
    refunded_oere bigint NOT NULL DEFAULT 0 CONSTRAINT test_payments_refunded_check CHECK (refunded_oere BETWEEN 0 AND amount_oere),
    automatic     boolean NOT NULL, -- whether the money is taken with the authorisation
    messages      text NOT NULL COLLATE "C", -- how they are sent: once, late, twice, reordered, never
    return_url    text,
    dispute       text COLLATE "C",
    created_at    timestamptz(3) NOT NULL,
    expires_at    timestamptz(3)
);
CREATE TABLE test_refunds (
    reference   text PRIMARY KEY COLLATE "C",
    payment     text NOT NULL REFERENCES test_payments (reference),
    key         text NOT NULL UNIQUE COLLATE "C", -- of the call that made it
    refund_id   uuid, -- NULL: made by hand at the provider
    amount_oere bigint NOT NULL,
    status      text NOT NULL COLLATE "C" CONSTRAINT test_refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed'))
);
CREATE INDEX test_refunds_of_payment ON test_refunds (payment);
CREATE TABLE test_messages (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payment      text NOT NULL REFERENCES test_payments (reference),
    message      text NOT NULL COLLATE "C", -- its id, twice for one that is sent twice
    type         text NOT NULL,
    due_at       timestamptz(3) NOT NULL,
    leased_until timestamptz(3),
    attempts     integer NOT NULL DEFAULT 0
);
CREATE INDEX test_messages_due ON test_messages (due_at, id);

-- The programs before know no payment; one that moves an order ends its payment all the same, once a new program runs.
INSERT INTO schema_compatibility (version, oldest) VALUES (55, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 55;
DROP TRIGGER payments_follow_order ON orders;
DROP FUNCTION payments_follow_order();
DROP VIEW order_rehearsals;
DROP TABLE test_messages, test_refunds, test_payments, payment_effects, payment_messages, payment_refunds, payments;
DROP FUNCTION outbox_payments_update();
ALTER TABLE settings DROP COLUMN capture_on, DROP COLUMN refund_late_payments;
