import type { LoginTerminal } from '../../app/connect/claude-login.ts'

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

/** This terminal, handed through to the CLI. */
export function loginTerminal(env: NodeJS.ProcessEnv, output: NodeJS.WritableStream): LoginTerminal {
  return {
    env: Object.fromEntries(desk.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    attend({ stdin, stdout, stderr }) {
      process.stdin.pipe(stdin)
      stdout.once('close', () => {
        process.stdin.unpipe(stdin)
        process.stdin.pause()
      })
      for (const stream of [stdout, stderr]) stream.pipe(output, { end: false })
    },
  }
}
