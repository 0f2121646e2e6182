import { tmpdir } from 'node:os'
import { startChild } from '../../lib/child.ts'
import type { Access } from '../../spawner/claude/command-line.ts'
import { claudeEnv } from '../../spawner/claude/command-line.ts'

// What a browser on this desk needs to be opened.
const desk = [
  'TERM',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'BROWSER',
]

/** Runs the CLI's own sign-in, into our folder for it, with this terminal handed through. True when it says it worked. */
export async function loginClaude(
  options: Access & { command?: string },
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const { configDir, baseUrl, env } = options
  const access = { configDir, env, ...(baseUrl === undefined ? {} : { baseUrl }) }
  const passed = desk.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]))
  const child = startChild({
    file: options.command ?? 'claude',
    args: ['auth', 'login'],
    env: { ...claudeEnv(access, tmpdir()), ...Object.fromEntries(passed) },
  })
  // It has a session of its own, so Ctrl-C on our terminal does not reach it.
  const leave = () => child.pid !== undefined && child.alive() && process.kill(-child.pid, 'SIGTERM')
  process.once('SIGINT', leave)
  process.stdin.pipe(child.stdin)
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
  const exit = await child.exited
  process.stdin.unpipe(child.stdin)
  process.stdin.pause()
  process.off('SIGINT', leave)
  child.release()
  return exit.status === 'exited' && exit.code === 0
}
