-- +goose Up
-- What the owner has set about searches: one row. Words of a group find each other.
CREATE TABLE search_settings (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    synonyms   jsonb NOT NULL CONSTRAINT search_settings_synonyms_check CHECK (jsonb_typeof(synonyms) = 'array'), -- groups of words, lower case
    updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Processes keep the synonyms, and read all of them again after any change: it needs no ids.
CREATE TRIGGER changes_any AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON search_settings
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
ALTER TABLE search_settings ENABLE ALWAYS TRIGGER changes_any;

-- A new shop begins with these, English and Danish.
INSERT INTO search_settings (synonyms) VALUES ('[
    ["laptop", "notebook", "bærbar"], ["computer", "pc"], ["phone", "telefon"], ["smartphone", "mobiltelefon", "mobil", "cellphone"],
    ["tv", "television", "fjernsyn"], ["monitor", "skærm"], ["keyboard", "tastatur"], ["mouse", "mus"], ["speaker", "højttaler"],
    ["headphones", "hovedtelefoner"], ["earphones", "earbuds", "øretelefoner"], ["charger", "oplader"], ["cable", "cord", "kabel", "ledning"],
    ["battery", "batteri"], ["adapter", "adaptor"], ["wireless", "cordless", "trådløs"], ["wifi", "wlan"], ["camera", "kamera"],
    ["lens", "linse", "objektiv"], ["projector", "projektor"], ["flashlight", "torch", "lommelygte"], ["lamp", "lampe"],
    ["fan", "ventilator", "blæser"], ["calculator", "lommeregner"], ["desk", "skrivebord"], ["chair", "stol"], ["table", "bord"], ["sofa", "couch"],
    ["shelf", "hylde"], ["mirror", "spejl"], ["curtain", "gardin"], ["carpet", "rug", "tæppe"], ["pillow", "cushion", "pude"],
    ["towel", "håndklæde"], ["bag", "taske"], ["backpack", "rucksack", "rygsæk"], ["suitcase", "kuffert"], ["wallet", "purse", "pung"],
    ["case", "etui"], ["sunglasses", "solbriller"], ["glasses", "spectacles", "briller"], ["watch", "ur"],
    ["necklace", "halskæde"], ["bracelet", "armbånd"], ["earring", "ørering"], ["jewellery", "jewelry", "smykker"], ["jacket", "jakke"],
    ["coat", "frakke"], ["shirt", "skjorte"], ["sweater", "jumper", "pullover", "trøje"], ["trousers", "pants", "bukser"], ["dress", "kjole"],
    ["skirt", "nederdel"], ["shoe", "sko"], ["sneaker", "trainer", "kondisko"], ["boot", "støvle"], ["sock", "sok"],
    ["scarf", "halstørklæde"], ["glove", "handske"], ["belt", "bælte"], ["cup", "mug", "kop", "krus"], ["plate", "tallerken"], ["knife", "kniv"],
    ["spoon", "ske"], ["fork", "gaffel"], ["kettle", "elkedel"], ["fridge", "refrigerator", "køleskab"], ["freezer", "fryser"], ["oven", "ovn"],
    ["dishwasher", "opvaskemaskine"], ["vacuum", "støvsuger"], ["bicycle", "bike", "cykel"], ["helmet", "hjelm"], ["tent", "telt"], ["book", "bog"],
    ["toy", "legetøj"], ["game", "spil"], ["puzzle", "puslespil"], ["paper", "papir"], ["ink", "blæk"], ["scissors", "saks"], ["soap", "sæbe"],
    ["perfume", "parfume"], ["coffee", "kaffe"], ["tea", "te"], ["chocolate", "chokolade"], ["colour", "color", "farve"], ["gray", "grey", "grå"],
    ["polarised", "polarized", "polariseret", "polariserede"], ["aluminium", "aluminum"], ["fibre", "fiber"], ["tyre", "tire", "dæk"],
    ["black", "sort"], ["white", "hvid"], ["red", "rød"], ["blue", "blå"], ["green", "grøn"], ["yellow", "gul"], ["brown", "brun"], ["gold", "guld"],
    ["silver", "sølv"], ["wood", "træ"], ["leather", "læder"], ["glass", "glas"], ["steel", "stål"], ["cotton", "bomuld"], ["wool", "uld"]
]');

-- The programs before know no synonyms.
INSERT INTO schema_compatibility (version, oldest) VALUES (22, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 22;
DROP TABLE search_settings;
