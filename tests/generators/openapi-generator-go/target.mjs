export const slow = false
export const pins = 'go.mod' // the client needs the standard library alone
export const install = ':'
export const generate = `java -jar "$OPENAPI_GENERATOR" generate --generator-name go --input-spec "$DOCUMENT" --output client \\
  --additional-properties=packageName=client,withGoMod=false,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false \\
  --global-property=models,apis,supportingFiles,apiTests=false,modelTests=false`
export const compile = 'go vet ./... && go build -o program'
export const run = './program'
