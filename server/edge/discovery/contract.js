// The contract as the renderer is to show it. The document for everybody else is
// not changed.
'use strict'

// writes are the paths of the operations that take an Idempotency-Key.
const writes = new Set()

// forRenderer returns a contract in which operations are called by their names, with
// the scope beside it, and in which a type that is not an object of its own reads as
// what it is, "string or null", instead of the name of its schema.
function forRenderer(contract) {
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const operation of Object.values(item).filter(({ operationId }) => operationId)) {
      if (operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))) writes.add(path)
      const scopes = (operation.security ?? []).flatMap((way) => Object.values(way).flat())
      operation['x-badges'] = scopes.map((name) => ({ name }))
      operation.description = `**${operation.summary}.**\n\n${operation.description ?? ''}`
      operation.summary = operation.operationId
    }
  }
  return plain(contract, contract.components.schemas)
}

const isObject = ({ type, properties }) => type === 'object' || type === undefined && properties !== undefined

// plain copies a part of a document, in which references to schemas are replaced by
// the schemas unless these are objects. Schemas that contain themselves keep theirs.
function plain(part, schemas, within = []) {
  if (Array.isArray(part)) return part.map((each) => plain(each, schemas, within))
  if (part === null || typeof part !== 'object') return part
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(part.$ref)?.[1]
  if (name !== undefined && schemas[name] && !isObject(schemas[name]) && !within.includes(name)) {
    const { $ref, ...more } = part
    return plain({ ...schemas[name], ...more }, schemas, [...within, name])
  }
  if (part.type === 'boolean' && part.not?.enum?.length === 1) { // how the contract says that it must be true
    const { not, ...more } = part
    return { ...more, const: !not.enum[0] }
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, key === 'examples' || key === 'example' ? value : plain(value, schemas, within)]))
}
