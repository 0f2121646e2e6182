import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { cachedProgram } from './cached-program.mjs'

/** What `--node` can name: the oldest version that Skein runs on, and a recent one of each later line. */
const versions = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' }

/** Runs a script with another Node, from a package of the registry, for it and for all that it starts. Its exit code. */
export function runWithNode(major, script, args) {
  const version = versions[major]
  if (!version) {
    console.error(`--node needs one of ${Object.keys(versions).join(', ')}`)
    return 64
  }
  const spec = `node-${process.platform}-${process.arch}@${version}`
  const program = cachedProgram({ name: 'node', version, spec, scope: '', binary: 'bin/node', says: `v${version}` })
  if (!program) return 1
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` }
  return spawnSync(program, [script, ...args], { stdio: 'inherit', env }).status ?? 1
}
