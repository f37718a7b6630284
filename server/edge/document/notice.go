package document

// SandboxNotice is what every page of a sandbox says, in English. The pages of the shop say it
// in their own language.
const SandboxNotice = "This is a sandbox: a shop for tests, whose data is made up and whose keys are public."
