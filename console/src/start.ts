// What the page loads first: the console in the language of the person, in which all else is built.
import { chosen } from './lib/language'

void (import.meta.env.DEV ? import('./main') : import(/* @vite-ignore */ `./main.${chosen()}.js`))
