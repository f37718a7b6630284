export default {
  input: process.env.DOCUMENT,
  output: { path: 'client', module: { extension: '.js' } }, // Node's resolution of modules wants extensions
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    { name: '@hey-api/transformers', dates: true, bigInt: false },
    { name: '@hey-api/sdk', transformer: true },
  ],
}
