import { debian } from '../debian.mjs'

export { generate } from '../openapi-generator.mjs'
export const install = debian('ruby -r typhoeus -e ""', 'ruby ruby-typhoeus')
export const compile = `
find program.rb client/lib -name '*.rb' -print0 | xargs -0 --max-args 1 ruby -wc 2>&1 | tee checked.log
! grep --invert-match 'Syntax OK' checked.log`
export const run = 'ruby -I client/lib program.rb'
