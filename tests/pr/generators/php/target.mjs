import { debian } from '../debian.mjs'

export { generate } from '../openapi-generator.mjs'
export const install = debian(
  `php -r 'require "GuzzleHttp/autoload.php"; curl_init() && mb_strlen("") === 0 || exit(1);'`,
  'php-cli php-curl php-mbstring php-guzzlehttp-guzzle',
)
export const compile = `
find program.php client/lib -name '*.php' -print0 | xargs -0 --max-args 1 php -d error_reporting=-1 -l 2>&1 | tee checked.log
! grep --invert-match 'No syntax errors' checked.log`
export const run = 'php program.php'
