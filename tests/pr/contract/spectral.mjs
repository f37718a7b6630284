// What Spectral looks for in the contract: all its rules for OpenAPI and OWASP's for the security of APIs. A rule that is
// off, or that looks at less than its author wanted, has the reason beside it.
import { schema } from '@stoplight/spectral-functions';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';

// Messages to /api/mcp are those of another protocol, which bounds nothing but their size. The version in the address of an
// asset may be any text: it only decides how long the asset is cached. Pages of the storefront ignore parameters that mean
// nothing, so that no link to them is refused.
const anything = ['/products', '/products/{slug}', '/categories/{slug}', '/services', '/docs/assets/{name}', '/assets/style.css', '/assets/icon.svg'];
const except = paths => `$.paths[?(${paths.map(path => `@property !== '${path}'`).join(' && ')})]`;
const operation = `${except(['/api/mcp', ...anything])}[*]`;
const body = `${operation}.requestBody`;
const parameters = `${operation}.parameters`;

// Every schema of a type below the given places. "not" says what a value must not be, so that nothing of it is sent.
const schemas = (type, places) => places.map(
  place => `${place}..[?(@property !== 'not' && @ && @.type && (@.type === '${type}' || @.type.includes && @.type.includes('${type}')))]`);

// A rule of OWASP's with another "given" or "then".
const changed = (name, changes) => ({ [name]: { ...owasp.rules[name], ...changes } });

export default {
  extends: [[oas, 'all'], [owasp, 'all']],
  rules: {
    // OpenAPI 3.1 lets a requirement of any scheme name roles; the rule knows those of OAuth alone. openapi/contract_test.go demands a known scope.
    'oas3-operation-security-defined': 'off',
    // The tags are in the order of a shop: products first.
    'openapi-tags-alphabetical': 'off',
    // The license has an SPDX identifier, which OpenAPI 3.1 has instead of an address.
    'license-url': 'off',
    // The contact is the page for issues; the project has no address for mail.
    'contact-properties': 'off',

    // Limits protect the service from what is sent. What it answers is bounded by what it stores, and a bound in the contract would be a promise.
    ...changed('owasp:api4:2023-string-limit', { given: schemas('string', [body, parameters]) }),
    ...changed('owasp:api4:2023-integer-limit', { given: schemas('integer', [body, parameters]) }),
    ...changed('owasp:api4:2023-integer-format', { given: schemas('integer', [body, parameters]) }),
    ...changed('owasp:api4:2023-array-limit', { given: schemas('array', [body, parameters]) }),
    // An unknown name in an address is 404, whatever its letters.
    ...changed('owasp:api4:2023-string-restricted', { given: schemas('string', [body]) }),
    // The rule wants one of four forms of the headers, and refuses two. openapi/answers_test.go demands the two that the service sends.
    'owasp:api4:2023-rate-limit': 'off',
    // /healthz and /readyz draw on no limit, so that a busy service is not restarted.
    ...changed('owasp:api4:2023-rate-limit-responses-429', { given: "$.paths[?(@property !== '/healthz' && @property !== '/readyz')][*].responses" }),
    // Only an operation that reads a key can refuse it.
    ...changed('owasp:api8:2023-define-error-responses-401', { given: '$.paths[*][?(@.security && (@.security[0].bearer || @.security[1]))].responses' }),
    // Only an operation that takes something can refuse it; an unknown name in an address is 404, and a cookie of no session is none.
    ...changed('owasp:api8:2023-define-error-validation', { given: `${except(anything)}[?(@.requestBody || @.parameters && @.parameters[0].in !== 'path' && @.parameters[0].in !== 'cookie')].responses` }),
    // Documents declare their 500 as "default".
    ...changed('owasp:api8:2023-define-error-responses-500', { then: {
      function: schema, functionOptions: { schema: { anyOf: [{ required: ['500'] }, { required: ['default'] }] } },
    } }),
    // The header is sent to pages in browsers, as CORS has it. Only documents declare it: they send it to everybody.
    'owasp:api8:2023-define-cors-origin': 'off',
    // Below /admin is a page and its session, which any key may open. What it calls are the operations, each with a scope of its own.
    'owasp:api5:2023-admin-security-unique': 'off',
    // The one server is an example: a running service puts its own address there.
    'owasp:api9:2023-inventory-access': 'off',
    'owasp:api9:2023-inventory-environment': 'off',
  },
};
