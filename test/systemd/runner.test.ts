import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startOpenAi } from '../peers/providers/openai-api.ts'
import { calls, says } from '../peers/providers/script.ts'
import { redisServers } from '../peers/redis/redis.ts'
import { boot, factsOf, openGate, proxyUnits, whyNoContainer } from './nspawn.ts'

// A daemon and a runner as two services of one machine, set up as docs/operating.md says.

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const KEY = 'sk-canary-of-the-runner'
const reason = redisServers.includes('redis-server') ? await whyNoContainer() : 'needs redis-server'
const unit = readFileSync(join(checkout, 'systemd/skein-runner.service'), 'utf8')

/** Looks where the runner must not look, changes a file of its own, and says what it found. */
const look =
  'cat /var/lib/skein/skein.db /etc/skein/config.toml /etc/skein-runner/config.toml && echo READ; touch made && ls'

describe.skipIf(reason !== undefined)(`a runner beside the daemon${reason ? ` (${reason})` : ''}`, () => {
  test('is a service with a watchdog, whose user reads nothing of the daemon', { timeout: 600_000 }, async () => {
    expect(existsSync(`${checkout}dist/main.js`), 'dist/ is missing: run `npm run build` first').toBe(true)
    const shared = mkdtempSync(join(tmpdir(), 'skein-runner-'))
    chmodSync(shared, 0o777)
    const api = await startOpenAi(
      { key: KEY, models: ['grain-7'] },
      calls({ name: 'run_command', input: { command: look } }),
      says('Says the model.'),
    )
    const gate = await openGate(join(shared, 'model.sock'), Number(new URL(api.url).port))
    onTestFinished(async () => {
      gate.close()
      await api.close()
      rmSync(shared, { recursive: true, force: true })
    })

    const output = await boot({
      readOnly: { '/opt/skein': checkout },
      writable: { '/shared': shared },
      prepare: [],
      files: {
        ...proxyUnits('model', 8081),
        '/etc/redis/redis.conf': redisConf,
        '/etc/skein/config.toml': `[brain]\ndefault = "grain"\n${table}${provider}[native.allow]\nowner = ["run_command"]\n`,
        '/etc/skein-runner/config.toml': `${table}password = "file:/etc/skein-runner/redis-password"\n${provider}api_key = "${KEY}"\n`,
        // A shorter patience, so that the test need not wait for minutes.
        '/etc/systemd/system/skein-runner.service.d/test.conf':
          '[Service]\nWatchdogSec=3\nTimeoutAbortSec=2\nRestartSec=100ms\n',
        '/etc/systemd/system/boxed.service': unit
          .replace(/^ExecStart=.*$/m, 'ExecStart=/bin/sh /boxed.sh')
          .replace(/^Type=.*$/m, 'Type=oneshot')
          .replace(/^(Restart|WatchdogSec|NotifyAccess)=.*$/gm, ''),
        '/boxed.sh': boxedScript,
      },
      script,
    })
    expect(factsOf(output), output).toMatchObject({
      installed: '0',
      redis: 'active',
      acl: '1',
      hardened: '0',
      joined: '0',
      identity: 'skein-runner 600',
      started: 'active',
      notifies: 'notify main',
      listed: '1',
      reply: '0',
      boxed: 'success',
      storeAsRunner: '1',
      restartsWhileFed: '0',
      restartsAfterHang: '1',
      restartsAfterKill: '2',
      replyAfterKill: '0',
      drained: '0',
      afterDrain: 'inactive success',
      doctor: 'ok',
    })
    expect(Number(/exposure +(\d+\.\d) of 10/.exec(output)?.[1])).toBeLessThanOrEqual(1.5)
    const results = api.requests[1]?.messages.flatMap((message) => message.results) ?? []
    expect(results.map(({ text }) => text).join()).toContain('made')
    expect(results.map(({ text }) => text).join()).not.toMatch(/READ|SQLite format|password/)
  })
})

const table = '[runners]\nurl = "/run/redis/redis-server.sock"\n'
const provider =
  '[providers.grain]\nkind = "openai-compatible"\nbase_url = "http://127.0.0.1:8081/v1"\nmodels = { general = "grain-7" }\n'

const redisConf = `
port 0
unixsocket /run/redis/redis-server.sock
unixsocketperm 770
maxmemory-policy noeviction
save ""
aclfile /etc/redis/users.acl
dir /var/lib/redis
logfile /var/log/redis/redis-server.log
`

// In the box of the runner's service, as its user.
const boxedScript = `
set -e
test "$(id -un)" = skein-runner
test "$(bwrap --unshare-pid --die-with-parent --dev-bind / / --proc /proc -- sh -c 'echo $$')" -le 2
test -S /run/redis/redis-server.sock
! ls /var/lib/skein 2>/dev/null
! ls /etc/skein 2>/dev/null
! touch /etc/skein-runner/written 2>/dev/null
touch /var/lib/skein-runner/written
`

const script = `
skein() { node /opt/skein/dist/main.js "$@"; }
runner() { runuser -u skein-runner -- node /opt/skein/dist/main.js --config /etc/skein-runner/config.toml --data /var/lib/skein-runner runner "$@"; }
show() { systemctl show skein-runner -p "$1" --value; }
wait_for() { n=0; until [ "$(show "$1")" = "$2" ] || [ $n -ge 200 ]; do n=$((n+1)); sleep 0.1; done; }
listed() { n=0; until skein runners | grep -q 'home: ready' || [ $n -ge 100 ]; do n=$((n+1)); sleep 0.1; done; skein runners | grep -c 'home: ready'; }
systemctl start model.socket
systemd-creds setup
openssl rand -hex 32 > /root/redis-password
chmod 600 /root/redis-password

skein runners acl --password-file /root/redis-password > /etc/redis/users.acl
echo 'user default off' >> /etc/redis/users.acl
echo "acl=$(grep -c '^user skein on' /etc/redis/users.acl)"
chown redis /etc/redis/users.acl
chown redis:redis /etc/redis/redis.conf
systemctl start redis-server
echo "redis=$(systemctl is-active redis-server)"

skein service install --credential runners.password=/root/redis-password
echo "installed=$?"
useradd --system --user-group --no-create-home --home-dir /var/lib/skein-runner --shell /usr/sbin/nologin skein-runner
usermod -aG redis skein
usermod -aG redis skein-runner
install -d -o skein-runner -g skein-runner -m 700 /var/lib/skein-runner
install -m 640 -g skein-runner /root/redis-password /etc/skein-runner/redis-password
chgrp skein-runner /etc/skein-runner/config.toml
chmod 640 /etc/skein-runner/config.toml
skein service install
echo "hardened=$?"
systemctl restart skein

cp /opt/skein/systemd/skein-runner.service /etc/systemd/system
code=$(skein --json pair --runner home | sed -n 's/.*"code": *"\\([^"]*\\)".*/\\1/p')
runner --join "$code"
status=$?
echo "joined=$status"
[ $status = 0 ] || exit 1
echo "identity=$(stat -c '%U %a' /var/lib/skein-runner/runner/runner.json)"
systemctl enable --now skein-runner
echo "started=$(show ActiveState)"
echo "notifies=$(show Type) $(show NotifyAccess)"
echo "listed=$(listed)"

skein send --wait 'What is there?'
echo "reply=$?"
systemctl start boxed
echo "boxed=$(systemctl show boxed -p Result --value)"
runuser -u skein-runner -- cat /var/lib/skein/skein.db > /dev/null
echo "storeAsRunner=$?"
sleep 6
echo "restartsWhileFed=$(show NRestarts)"

systemctl kill --kill-who=main --signal=STOP skein-runner
wait_for NRestarts 1
wait_for SubState running
echo "restartsAfterHang=$(show NRestarts)"
systemctl kill --kill-who=main --signal=KILL skein-runner
wait_for NRestarts 2
wait_for SubState running
echo "restartsAfterKill=$(show NRestarts)"
listed > /dev/null
skein send --wait 'Are you still there?'
echo "replyAfterKill=$?"
skein doctor --all > /doctor.txt
cat /doctor.txt
echo "doctor=$(grep -E '^(bad|ok).*(Redis|runner home)' /doctor.txt | awk '{print $1}' | sort -u)"
skein service status

runner --drain
echo "drained=$?"
wait_for ActiveState inactive
echo "afterDrain=$(show ActiveState) $(show Result)"
journalctl -u skein -u skein-runner -u boxed -u redis-server --no-pager -o cat
cat /var/log/redis/redis-server.log
`
