import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemLayout } from '../../src/app/service/layout.ts'
import { placeOf } from '../../src/app/update/place.ts'
import { createDataSteps } from '../../src/cli/update/data-steps.ts'

test('the backup before an update of the service is made by its user, with the key of the stored secrets', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-steps-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  writeFileSync(join(dataDir, 'skein.db'), '')
  const ran: string[][] = []
  const commands = {
    async run(command: string[]) {
      ran.push(command)
      return { status: 'exited' as const, code: 0, stdout: '{"archive":"/a.tar.gz"}', stderr: '' }
    },
    must: async () => '',
  }
  const globals = { configFile: undefined, dataDir, json: false }
  const steps = createDataSteps({ place: placeOf('/opt/skein'), commands, dataDir, globals, system: systemLayout })
  expect(await steps.backUp(new AbortController().signal)).toBe('/a.tar.gz')
  expect(ran[0]?.slice(0, 7)).toEqual([
    'runuser',
    '-u',
    'skein',
    '--',
    'env',
    'HOME=/var/lib/skein',
    'CREDENTIALS_DIRECTORY=/run/credentials/skein.service',
  ])
})
