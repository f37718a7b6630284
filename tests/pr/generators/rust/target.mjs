export { generate } from '../openapi-generator.mjs'
export const install = `
cargo --version || { echo 'This target needs Rust 1.88 or later: https://rustup.rs'; exit 1; }`
export const compile = 'RUSTFLAGS="--deny warnings" cargo build --locked'
export const run = 'target/debug/storefront-client-test'
