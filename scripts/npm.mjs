import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** npm would ask its registry for a newer npm. */
const quiet = { npm_config_update_notifier: 'false' }

/** Runs npm with the Node that is running now. Returns how it ended, and the last of what it said. */
export async function npm(folder, variables, args, signal) {
  const env = { ...process.env, PATH: pathWithThisNode(), ...headersBesideNode(), ...quiet, ...variables }
  const child = spawn(...npmCommand(args), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], signal })
  try {
    const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { status, said: `${out}${err}`.trim().split('\n').slice(-25).join('\n') }
  } catch (error) {
    return { status: null, said: error.message }
  }
}

/** With an empty HOME node-gyp would fetch the headers from the network; a Node from a package or archive brings them. */
export function headersBesideNode() {
  const prefix = dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}
}

/** npm and node-gyp run, and build for, the first `node` of the PATH. Somebody may have started another one by its path. */
function pathWithThisNode() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const first = folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file))
  const isThis = first && realpathSync(first) === realpathSync(process.execPath)
  return (isThis ? folders : [dirname(process.execPath), ...folders]).join(delimiter)
}

function npmCommand(args) {
  const script = process.env.npm_execpath
  return script && basename(script) === 'npm-cli.js' ? [process.execPath, [script, ...args]] : ['npm', args]
}
