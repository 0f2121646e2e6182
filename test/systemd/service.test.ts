import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { boot, whyNoContainer } from './nspawn.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const unitFile = fileURLToPath(new URL('../../systemd/skein.service', import.meta.url))
const unit = readFileSync(unitFile, 'utf8')
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

describe.skipIf(analyze('--version').status !== 0)('the exposure of the unit (needs systemd-analyze)', () => {
  test('is at most 2.0 of 10', () => {
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=20', '--no-pager', unitFile)
    expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/: ([01]\.\d|2\.0) OK/)])
  })

  test('is what the hardening makes it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-unit-'))
    const bare = join(folder, 'skein.service')
    writeFileSync(bare, unit.replace(/^(Private|Protect|Restrict[A-Z]|SystemCall|Capability).*$/gm, ''))
    const { status } = analyze('security', '--offline=true', '--threshold=20', '--no-pager', bare)
    rmSync(folder, { recursive: true })
    expect(status).toBe(1)
  })
})

const reason = whyNoContainer()

describe.skipIf(reason !== undefined)(`under a real systemd${reason ? ` (${reason})` : ''}`, () => {
  test('the unit starts, feeds its watchdog, contains bwrap, comes back when stuck, stops cleanly, and stays down on exit 78', () => {
    expect(existsSync(`${checkout}dist/main.js`), 'dist/ is missing: run `npm run build` first').toBe(true)
    const lines = boot({
      readOnly: { '/opt/skein': checkout },
      prepare: [
        ['chmod', '755', '/usr/local/bin/claude'],
        ['useradd', '--system', '--home-dir', '/var/lib/skein', '--shell', '/usr/sbin/nologin', 'skein'],
      ],
      files: {
        '/etc/systemd/system/skein.service': unit,
        // The same unit with a shorter patience, so that the test need not wait for minutes.
        '/etc/systemd/system/skein.service.d/test.conf':
          '[Service]\nWatchdogSec=3\nTimeoutAbortSec=2\nRestartSec=100ms\n',
        '/etc/systemd/system/boxed.service': inTheSameBox(unit, '/bin/sh /boxed.sh'),
        '/boxed.sh': boxedScript,
        '/usr/local/bin/claude': '#!/bin/sh\necho 2.1.0\n',
      },
      script: probeScript,
    })
    const facts = Object.fromEntries(lines.split('\n').map((line) => line.split('=', 2)))
    expect(facts, lines).toMatchObject({
      started: 'active',
      restartsWhileFed: '0',
      boxed: 'success',
      restartsAfterHang: '1',
      backAfterHang: 'active',
      stopped: 'inactive',
      stopResult: 'success',
      leftovers: '0',
      badConfig: 'failed',
      badConfigExit: '78',
      badConfigRestarts: '0',
    })
  }, 180_000)
})

function inTheSameBox(text: string, command: string): string {
  return text
    .replace(/^ExecStart=.*$/m, `ExecStart=${command}`)
    .replace(/^Type=.*$/m, 'Type=oneshot')
    .replace(/^Restart=.*$/m, '')
}

// The way the daemon starts a model's CLI: its own process tree, with nothing of it left behind.
const boxedScript = `
set -e
test "$(bwrap --unshare-pid --die-with-parent --dev-bind / / --proc /proc -- sh -c 'echo $$')" -le 2
! touch /opt/skein/written 2>/dev/null
! touch /etc/skein/written 2>/dev/null
touch /var/lib/skein/written
test -z "$(ls -A /home /root 2>/dev/null)"
# The sandboxes of the model's tools too, with their limits and their filter: the doctor runs a command in them.
/usr/bin/env node /opt/skein/dist/main.js doctor --all | tee /dev/stderr | grep -q "in a sandbox, as the user of Skein"
`

const probeScript = `
show() { systemctl show skein -p "$1" --value; }
wait_for() { n=0; until [ "$(show "$1")" = "$2" ] || [ $n -ge 200 ]; do n=$((n+1)); sleep 0.1; done; }

systemctl start skein
echo "started=$(show ActiveState)"
sleep 7
echo "restartsWhileFed=$(show NRestarts)"

systemctl start boxed
echo "boxed=$(systemctl show boxed -p Result --value)"

systemctl kill --kill-who=main --signal=STOP skein
wait_for NRestarts 1
wait_for SubState running
echo "restartsAfterHang=$(show NRestarts)"
echo "backAfterHang=$(show ActiveState)"

systemctl stop skein
echo "stopped=$(show ActiveState)"
echo "stopResult=$(show Result)"
echo "leftovers=$(pgrep -u skein | wc -l)"

mkdir -p /etc/skein
echo 'web.prot = 1' > /etc/skein/config.toml
chown root:skein /etc/skein/config.toml
chmod 640 /etc/skein/config.toml
ls -ld /etc/skein /var/lib/skein
systemctl start skein
wait_for ActiveState failed
echo "badConfig=$(show ActiveState)"
echo "badConfigExit=$(show ExecMainStatus)"
echo "badConfigRestarts=$(show NRestarts)"
journalctl -u skein -u boxed --no-pager -o cat
`
