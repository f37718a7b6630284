// A module of its own: who calls a shop does not take the dependencies of the service.
module github.com/storefront/storefront/gen/client

go 1.26.0

require (
	github.com/oapi-codegen/nullable v1.2.0
	github.com/oapi-codegen/runtime v1.9.0
)

require github.com/google/uuid v1.6.0 // indirect
