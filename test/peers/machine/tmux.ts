import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasTmux = spawnSync('tmux', ['-V']).status === 0

export interface Pane {
  /** Types words as they are. */
  type(words: string): void
  /** Presses keys by their names: `Enter`, `C-c`, `Tab`. */
  press(...keys: string[]): void
  /** As a terminal hands over what was copied. */
  paste(text: string): void
  /** As a terminal without bracketed paste does it. */
  pasteUnmarked(text: string): void
  /** What a person sees, without what is behind the last word. */
  screen(): string
  /** The same with what has scrolled out of sight, and with colours. */
  everything(): string
  resize(columns: number, rows: number): void
  /** The exit code of the program; undefined while it runs. */
  exitCode(): number | undefined
  close(): void
}

/** A program in a terminal of its own, on a tmux server that nobody else uses. */
export function openPane(
  command: string[],
  size: { columns: number; rows: number },
  env: Record<string, string> = {},
): Pane {
  const scratch = mkdtempSync(join(tmpdir(), 'skein-pane-'))
  const server = join(scratch, 'server')
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', server, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: '/nonexistent', LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' },
    })
  // tmux itself sometimes misses the exit code. The shell has a trap so that it outlives Ctrl-C.
  const ended = join(scratch, 'code')
  const wrapped = ['sh', '-c', 'trap : INT; "$@"; echo "$?" > "$0"', ended, ...command]
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  tmux('-u', 'new-session', '-d', '-x', String(size.columns), '-y', String(size.rows), ...variables, ...wrapped)
  tmux('set-option', '-g', 'remain-on-exit', 'on')
  return {
    type: (words) => void tmux('send-keys', '-l', words),
    press: (...keys) => void tmux('send-keys', ...keys),
    paste(text) {
      tmux('set-buffer', text)
      tmux('paste-buffer', '-p')
    },
    pasteUnmarked(text) {
      tmux('set-buffer', text)
      tmux('paste-buffer')
    },
    screen: () => tmux('capture-pane', '-p').trimEnd(),
    everything: () => tmux('capture-pane', '-p', '-e', '-S', '-'),
    resize: (columns, rows) => void tmux('resize-window', '-x', String(columns), '-y', String(rows)),
    exitCode() {
      const code = existsSync(ended) ? readFileSync(ended, 'utf8').trim() : ''
      return code === '' ? undefined : Number(code)
    },
    close() {
      spawnSync('tmux', ['-S', server, 'kill-server'])
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
