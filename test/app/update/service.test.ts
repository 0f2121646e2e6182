import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { userLayout } from '../../../src/app/service/layout.ts'
import { findServiceOf } from '../../../src/app/update/service.ts'

test.each([
  ['15min', 900],
  ['infinity', 3600],
])(
  'a start gets the time that its unit allows (%s), because a large database takes long to upgrade',
  async (allows, seconds) => {
    const home = mkdtempSync(join(tmpdir(), 'skein-service-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
    const { unitFile } = userLayout(env)
    mkdirSync(dirname(unitFile), { recursive: true })
    writeFileSync(unitFile, 'ExecStart=/usr/bin/node /srv/skein/dist/main.js start\n')
    const limits = new Map<string, number>()
    const service = findServiceOf('/srv/skein', env, async (command, _signal, timeoutMs = 0) => {
      limits.set(command[2] ?? '', timeoutMs)
      return { status: 'exited', code: 0, stdout: `${allows}\n`, stderr: '' }
    })
    await service?.restart(new AbortController().signal)
    expect(limits.get('restart')).toBeGreaterThan(seconds * 1000)
  },
)
