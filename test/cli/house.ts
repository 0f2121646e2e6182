import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { runCli } from '../../src/cli/program.ts'
import { openControl } from '../web/control/open-control.ts'
import { createWorld, type World } from '../web/world.ts'

export interface House {
  world: World
  /** The data folder. */
  dir: string
  /** Runs a command on the store, and returns its exit code and what it printed. */
  skein(...args: string[]): Promise<{ code: number; out: string }>
}

/** The command line over a store, beside the socket of a daemon or alone. */
export async function openHouse(daemon: Parameters<typeof openControl>[2] | false = {}): Promise<House> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-cli-'))
  const world = createWorld({ dir })
  const control = daemon && (await openControl(world, dir, daemon))
  onTestFinished(async () => {
    if (control) await control.close()
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })

  async function skein(...args: string[]) {
    const said: string[] = []
    const keep = (text: unknown) => void said.push(String(text))
    const spies = [
      vi.spyOn(console, 'log').mockImplementation(keep),
      vi.spyOn(console, 'error').mockImplementation(keep),
    ]
    const mute = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      const code = await runCli(['node', 'skein', '--data', dir, ...args], { HOME: dir, TZ: 'UTC' })
      return { code, out: said.join('\n') }
    } finally {
      for (const spy of [...spies, mute]) spy.mockRestore()
    }
  }
  return { world, dir, skein }
}
