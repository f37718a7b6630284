// Tests that the linters of the contract look at it, with the rules of this folder: faults are planted, each is reported.
// "make test-contract" runs this with the linters in TOOLS.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

const tools = process.env.TOOLS;
const yaml = createRequire(join(tools, 'package.json'))('js-yaml');
const folder = mkdtempSync(join(tmpdir(), 'lint-'));
const faulty = join(folder, 'openapi.json');

before(() => {
  const contract = JSON.parse(readFileSync('gen/openapi.json'));
  const tool = name => contract.paths[`/api/v1/tools/${name}`].post;
  const request = contract.components.schemas.ProductsGetRequest.properties;
  request.text = { type: ['string', 'null'], description: 'A text without limits.' };
  request.number = { type: 'integer', description: 'A number without limits.' };
  request.list = { type: 'array', description: 'A list without limits.' };
  delete tool('products.search').responses[401];
  delete tool('products.search').responses.default;
  delete tool('products.search').responses[500];
  delete tool('products.search').responses[400];
  delete tool('products.search').responses[422];
  delete contract.paths['/llms.txt'].get.responses[429];
  tool('orders.get').security = [{ key: [] }];
  contract.components.schemas.Nobody = { type: 'object', description: 'What no operation uses.' };
  writeFileSync(faulty, JSON.stringify(contract));
});

after(() => rmSync(folder, { recursive: true }));

const run = (program, ...args) => spawnSync(join(tools, 'node_modules/.bin', program), args, { encoding: 'utf8', maxBuffer: 1 << 26 });

test('Spectral reports what a rule was made for', () => {
  const { status, stdout } = run('spectral', 'lint', '--ruleset', join(tools, 'spectral.mjs'), '--quiet', '--format=json', faulty);
  assert.equal(status, 1);
  const found = JSON.parse(stdout).map(({ code, path }) => `${code} ${path.join('.')}`).sort();
  const field = name => `components.schemas.ProductsGetRequest.properties.${name}`;
  const responses = 'paths./api/v1/tools/products.search.post.responses';
  assert.deepEqual([...new Set(found)], [
    `array-items ${field('list')}`,
    `oas3-unused-component components.schemas.Nobody`,
    `owasp:api4:2023-array-limit ${field('list')}`,
    `owasp:api4:2023-integer-format ${field('number')}`,
    `owasp:api4:2023-integer-limit ${field('number')}`,
    `owasp:api4:2023-rate-limit-responses-429 paths./llms.txt.get.responses`,
    `owasp:api4:2023-string-limit ${field('text')}`,
    `owasp:api4:2023-string-restricted ${field('text')}`,
    `owasp:api8:2023-define-error-responses-401 ${responses}`,
    `owasp:api8:2023-define-error-responses-500 ${responses}`,
    `owasp:api8:2023-define-error-validation ${responses}`,
  ]);
});

test('Redocly reports what a rule was made for', () => {
  const { status, stdout } = run('redocly', 'lint', '--config', join(tools, 'redocly.yaml'), '--format=json', faulty);
  assert.equal(status, 1);
  const found = JSON.parse(stdout).problems.map(problem => `${problem.ruleId} ${problem.location[0].pointer}`).sort();
  assert.deepEqual(found, [
    'security-defined #/paths/~1api~1v1~1tools~1orders.get/post/security/0/key',
  ]);
});

test('The contract as YAML means the same as the one as JSON', () => {
  assert.deepEqual(yaml.load(readFileSync('gen/openapi.yaml', 'utf8')), JSON.parse(readFileSync('gen/openapi.json')));
});
