export default {
  shop: {
    input: process.env.DOCUMENT,
    output: {
      target: 'client/shop.ts',
      client: 'fetch',
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
}
