package main

// commands are the commands of the program; docs/configuration.md is generated
// from them.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the API."`
	Migrate migrateCommand `cmd:"" help:"Migrate the database to the newest schema."`
	Keys    struct {
		Create createKeyCommand `cmd:"" help:"Create a key and print it, once, on standard output."`
		List   listKeysCommand  `cmd:"" help:"List the keys, without their secrets."`
		Rotate rotateKeyCommand `cmd:"" help:"Give a key a new secret and print it."`
		Revoke revokeKeyCommand `cmd:"" help:"Revoke a key at once."`
	} `cmd:"" help:"Create, list, rotate and revoke API keys."`
	Audit struct {
		List   listAuditCommand   `cmd:"" help:"List what was done, the newest first."`
		Show   showAuditCommand   `cmd:"" help:"Show one row of the audit, and what it changed."`
		Revert revertAuditCommand `cmd:"" help:"Take back what a row of the audit says."`
		Prune  pruneAuditCommand  `cmd:"" help:"Delete old rows of the audit."`
	} `cmd:"" help:"Read and prune the audit, and take back what it says."`
	Customers struct {
		Erase eraseCustomerCommand `cmd:"" help:"Forget the person with an e-mail address, also one who never ordered."`
	} `cmd:"" help:"Forget people."`
	Import struct {
		Products   importProductsCommand   `cmd:"" help:"Create and change products from a file."`
		Categories importCategoriesCommand `cmd:"" help:"Create and change categories from a file."`
	} `cmd:"" help:"Read products or categories from a file."`
	Export struct {
		Products exportProductsCommand `cmd:"" help:"Write every live product as JSON Lines."`
	} `cmd:"" help:"Write products in the form that import reads."`
	Call         callCommand         `cmd:"" help:"Call a tool of a deployment."`
	Tools        toolsCommand        `cmd:"" help:"List the tools that can be called."`
	Health       healthCommand       `cmd:"" help:"Ask whether a service can take calls, for the checks of containers."`
	Backup       backupCommand       `cmd:"" help:"Write the service's own PostgreSQL to a file, while it runs."`
	Restore      restoreCommand      `cmd:"" help:"Make a data folder of a file that backup has written."`
	Jobs         jobsCommand         `cmd:"" help:"List the work that the replicas share, and how it ended last."`
	Completion   completionCommand   `cmd:"" help:"Print the script that completes what is typed in a shell."`
	ContractTest contractTestCommand `cmd:"" help:"Test whether a deployment keeps the contract."`
	Version      versionCommand      `cmd:"" help:"Print the version, and the commit it is built from."`
}
