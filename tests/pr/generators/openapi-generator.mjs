// The command of every target of OpenAPI Generator. The target's config.yaml has
// its options; https://openapi-generator.tech/docs/generators explains them. The
// generator exits 0 after an error, so its log is searched for one.
export const generate = `
java -jar "$OPENAPI_GENERATOR" generate --config config.yaml --input-spec "$DOCUMENT" --output client 2>&1 | tee client.log
! grep --fixed-strings ' ERROR ' client.log`
