package config

const (
	// DefaultAdminAddr is the default of STOREFRONT_ADMIN_ADDR. It is left to another
	// program that has it already.
	DefaultAdminAddr = "127.0.0.1:9464"
	// NoAdmin is the value of STOREFRONT_ADMIN_ADDR with which there is no such address.
	NoAdmin = "off"
)
