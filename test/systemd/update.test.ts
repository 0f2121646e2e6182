import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createInstallation,
  failingInService,
  type Installation,
  soundAgain,
  versionFiles,
} from '../peers/installation.ts'
import { isLong } from '../support/sizes.ts'
import { boot, whyNoContainer } from './nspawn.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))
const reason = await whyNoContainer()

describe.skipIf(!isLong || reason !== undefined)(`under a real systemd${reason ? ` (${reason})` : ''}`, () => {
  let installed: Installation
  beforeEach(() => {
    installed = createInstallation()
  })
  afterEach(() => installed.remove())

  test('the service of the system is updated, goes back by itself, and survives a kill in the middle', async () => {
    const { folder, origin, git, publish } = installed
    publish('Sound', versionFiles(2))
    publish('Broken', { ...versionFiles(3), ...failingInService('start.after-instance') })
    publish('Sound again', { ...versionFiles(4), ...soundAgain() })
    for (const [branch, commit] of Object.entries({ sound: 'main', broken: 'main~1', main: 'main~2' }))
      git('-C', origin, 'update-ref', `refs/heads/${branch}`, git('-C', origin, 'rev-parse', commit))
    git('remote', 'set-url', 'origin', '/opt/origin.git')
    rmSync(join(folder, 'node_modules'), { recursive: true })
    symlinkSync('/opt/packages/node_modules', join(folder, 'node_modules'))

    const output = await boot({
      readOnly: { '/opt/origin.git': origin, '/opt/packages/node_modules': packages },
      writable: { '/opt/skein': folder },
      prepare: [],
      files: {
        '/etc/systemd/system/skein.service.d/test.conf': '[Service]\nEnvironment=IN_SERVICE=yes\nRestartSec=100ms\n',
        '/etc/skein/config.toml': 'brain.default = "demo"\n',
      },
      script,
    })
    const facts = Object.fromEntries(
      output.split('\n').flatMap((line) => {
        const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
        return name === undefined || value === undefined ? [] : [[name, value]]
      }),
    )
    expect(facts, output).toMatchObject({
      installed: '0',
      updated: '0',
      updatedTo: '0.2.0 active',
      returned: '1',
      returnedTo: '0.2.0 active',
      killed: '137',
      afterKill: '0.4.0 active',
      resumed: '0',
      resumedTo: '0.4.0 active',
      answered: '0 0 0 0',
      filesOfOthers: '0',
      leftInRoom: '0',
      changed: '0',
    })
  }, 300_000)
})

const script = `
skein() { node /opt/skein/dist/main.js "$@"; }
state() { echo "$(skein --version) $(systemctl is-active skein)"; }
say() { skein send --wait "$1"; answered="$answered $?"; }
skein service install; echo "installed=$?"
say 'The roofer comes on Friday.'

skein update --yes; echo "updated=$?"
echo "updatedTo=$(state)"
say 'Said to the new version.'

skein update --yes --to broken; echo "returned=$?"
echo "returnedTo=$(state)"
say 'Said after the way back.'

SKEIN_CRASH_AT=update.24 skein update --yes --to sound; echo "killed=$?"
systemctl restart skein
echo "afterKill=$(state)"
skein update --yes --to sound; echo "resumed=$?"
echo "resumedTo=$(state)"
say 'Said at the end.'
echo "answered=$(echo $answered)"

echo "filesOfOthers=$(find /var/lib/skein ! -user skein | wc -l)"
echo "leftInRoom=$(ls -A /opt/skein/.cache | wc -l)"
echo "changed=$(git -C /opt/skein status --porcelain | grep -vc node_modules)"
journalctl -u skein --no-pager -o cat | tail -40
`
