// Puts litestream into .cache/ of the checkout, for the test of a continuous copy, and prints its path.
//   node scripts/litestream.mjs            installs it when it is not there
//   node scripts/litestream.mjs --cached   only looks; ends with 1 when it is not there
import { cachedProgram } from './cached-program.mjs'

const version = '1.0.1'
const spec = `@flydotio/litestream@${version}`
const program = { name: 'litestream', version, spec, scope: '@flydotio', binary: 'litestream', flag: 'version' }
const found = cachedProgram({ ...program, says: 'v0.3.13' })
if (found) console.log(found)
else process.exitCode = 1
