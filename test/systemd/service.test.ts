import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { boot, whyNoContainer } from './nspawn.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const readUnit = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../systemd/${name}`, import.meta.url)), 'utf8')
const unit = readUnit('skein.service')
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

/** What systemd-analyze makes of a unit with this text. */
function exposureOf(text: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'skein-unit-'))
  const file = join(folder, 'skein.service')
  writeFileSync(file, text)
  const { stdout } = analyze('security', '--offline=true', '--no-pager', file)
  rmSync(folder, { recursive: true })
  return Number(/exposure level for .*: (\d{1,2}\.\d) /.exec(stdout)?.[1])
}

describe.skipIf(analyze('--version').status !== 0)('the exposure of the units (needs systemd-analyze)', () => {
  test('is at most 2.0 of 10', () => {
    expect(exposureOf(unit)).toBeLessThanOrEqual(2)
    expect(exposureOf(readUnit('skein-runner.service'))).toBeLessThanOrEqual(2)
  })

  test('is at most 1.5 for the daemon if models run on runners', () => {
    expect(exposureOf(unit + readUnit('with-runners.conf'))).toBeLessThanOrEqual(1.5)
  })

  test('is what the hardening makes it', () => {
    const bare = unit.replace(/^(Private|Protect|Restrict[A-Z]|SystemCall|Capability).*$/gm, '')
    expect(exposureOf(bare)).toBeGreaterThan(2)
  })
})

const reason = await whyNoContainer()

/** The answers and errors of a script: its lines `name=value`, and everything for the report of a failure. */
function factsOf(output: string): Record<string, string> {
  return Object.fromEntries(
    output.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

describe.skipIf(reason !== undefined)(`under a real systemd${reason ? ` (${reason})` : ''}`, () => {
  test('the service is installed, survives kill -9 and a hang, contains bwrap, stays down on exit 78, and leaves nothing behind', async () => {
    expect(existsSync(`${checkout}dist/main.js`), 'dist/ is missing: run `npm run build` first').toBe(true)
    const output = await boot({
      readOnly: { '/opt/skein': checkout },
      prepare: [['chmod', '755', '/usr/local/bin/claude']],
      files: {
        // A shorter patience, so that the test need not wait for minutes. The installation keeps what is changed this way.
        '/etc/systemd/system/skein.service.d/test.conf':
          '[Service]\nWatchdogSec=3\nTimeoutAbortSec=2\nRestartSec=100ms\n',
        '/etc/systemd/system/boxed.service': inTheSameBox(unit, '/bin/sh /boxed.sh'),
        '/boxed.sh': boxedScript,
        '/answers.cjs': countAnswers,
        '/usr/local/bin/claude': '#!/bin/sh\necho 2.1.0\n',
        '/root/key': 'a-key-of-the-test\n',
      },
      script: helpers + probeScript,
    })
    expect(factsOf(output), output).toMatchObject({
      installed: '0',
      started: 'active',
      credential: 'a-key-of-the-test',
      configMode: 'root skein 640',
      storeCheck: '0',
      reply: '0',
      restartsWhileFed: '0',
      boxed: 'success',
      restartsAfterHang: '1',
      backAfterHang: 'active',
      restartsAfterKill: '2',
      // Each question has one answer, also the one that was asked just before the kill.
      questions: '2',
      answers: '2',
      status: '0',
      upgraded: '0',
      dropInKept: 'yes',
      stopped: 'inactive',
      stopResult: 'success',
      leftovers: '0',
      badConfig: 'failed',
      badConfigExit: '78',
      badConfigRestarts: '0',
      badUpgrade: '78',
      removed: '0',
      dataOwner: 'root',
      removedAgain: '0',
      leftBehind: '0',
    })
    expect(output).toMatch(/last failure .*code=killed, status=9\/KILL/)
    expect(output).toMatch(/exposure +(1\.\d|2\.0) of 10/)
  }, 900_000)
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

const helpers = `
skein() { node /opt/skein/dist/main.js "$@"; }
show() { systemctl show skein -p "$1" --value; }
wait_for() { n=0; until [ "$(show "$1")" = "$2" ] || [ $n -ge 200 ]; do n=$((n+1)); sleep 0.1; done; }
count() { runuser -u skein -- node /answers.cjs "$1"; }
`

/** Prints how many messages of people are in the store, or how many answers to them were delivered. */
const countAnswers = `
const Database = require('/opt/skein/node_modules/better-sqlite3')
const db = new Database('/var/lib/skein/skein.db', { readonly: true })
const [, , what] = process.argv
const queries = {
  questions: "SELECT count(*) FROM task_message",
  answers: "SELECT count(*) FROM outbox WHERE kind = 'reply' AND state = 'sent'",
  open: "SELECT count(*) FROM task WHERE state IN ('queued', 'leased', 'running', 'waiting', 'retry', 'interrupted')",
}
console.log(db.prepare(queries[what]).pluck().get())
`

const probeScript = `
all_files() { find /etc /home /opt /root /run/credentials /srv /usr/local /var/lib -xdev -not -path '/root/.npm/*' -not -path '/opt/skein/*' 2>/dev/null | sort; }
# The key of the machine belongs to systemd.
systemd-creds setup
all_files > /before
mkdir /etc/skein
echo 'brain.default = "demo"' > /etc/skein/config.toml
skein service install
echo "installed=$?"
echo "started=$(show ActiveState)"

skein send --wait 'Hello?'
echo "reply=$?"
sleep 6
echo "restartsWhileFed=$(show NRestarts)"

systemctl start boxed
echo "boxed=$(systemctl show boxed -p Result --value)"

systemctl kill --kill-who=main --signal=STOP skein
wait_for NRestarts 1
wait_for SubState running
echo "restartsAfterHang=$(show NRestarts)"
echo "backAfterHang=$(show ActiveState)"

skein send 'Are you still there?'
systemctl kill --kill-who=main --signal=KILL skein
wait_for NRestarts 2
wait_for SubState running
echo "restartsAfterKill=$(show NRestarts)"
n=0; until [ "$(count open)" = 0 ] && [ "$(count answers)" = 2 ] || [ $n -ge 100 ]; do n=$((n+1)); sleep 0.1; done
echo "questions=$(count questions)"
echo "answers=$(count answers)"
skein service status
echo "status=$?"
echo "storeCheck=$(skein service logs | grep -c 'could not be checked')"

skein service install --credential brain.claude.api_key=/root/key
echo "upgraded=$?"
echo "credential=$(cat /run/credentials/skein.service/brain.claude.api_key)"
echo "configMode=$(stat -c '%U %G %a' /etc/skein/config.toml)"
cat /etc/skein/config.toml
test -e /etc/systemd/system/skein.service.d/test.conf && echo "dropInKept=yes"

systemctl stop skein
echo "stopped=$(show ActiveState)"
echo "stopResult=$(show Result)"
echo "leftovers=$(pgrep -u skein | wc -l)"

echo 'web.prot = 1' > /etc/skein/config.toml
ls -ld /etc/skein /var/lib/skein
systemctl start skein
wait_for ActiveState failed
echo "badConfig=$(show ActiveState)"
echo "badConfigExit=$(show ExecMainStatus)"
echo "badConfigRestarts=$(show NRestarts)"
skein service install
echo "badUpgrade=$?"
journalctl -u skein -u boxed --no-pager -o cat

skein service uninstall --yes
echo "removed=$?"
echo "dataOwner=$(stat -c %U /var/lib/skein/skein.db)"
skein service uninstall --yes --delete-data
echo "removedAgain=$?"
all_files > /after
diff /before /after
echo "leftBehind=$(diff /before /after | grep -c '^[<>]')"
`
