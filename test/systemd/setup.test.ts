import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startOpenAi } from '../peers/providers/openai-api.ts'
import { says } from '../peers/providers/script.ts'
import { createTelegram } from '../peers/telegram/telegram.ts'
import { isLong } from '../support/sizes.ts'
import { boot, factsOf, openGate, proxyUnits, whyNoContainer } from './nspawn.ts'

// The service of the system, whose configuration belongs to root: `sudo skein setup` connects a model, the form of the
// page a bot, and both work after a restart, although the file is as root left it.

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const reason = isLong ? await whyNoContainer() : 'is part of npm run test:long'
const KEY = 'sk-canary-4711-long'

describe.skipIf(reason !== undefined)(`the setup of a service${reason ? ` (${reason})` : ''}`, () => {
  test('saves a model and a bot where the daemon may write, the secrets encrypted', { timeout: 300_000 }, async () => {
    expect(existsSync(`${checkout}dist/main.js`), 'dist/ is missing: run `npm run build` first').toBe(true)
    const shared = mkdtempSync(join(tmpdir(), 'skein-setup-'))
    chmodSync(shared, 0o777)
    const telegram = await createTelegram({ secondMs: 100 })
    const api = await startOpenAi({ key: KEY, models: ['grain-7', 'grain-8'] }, says('Says the model.'))
    const gates = await Promise.all([
      openGate(join(shared, 'telegram.sock'), Number(new URL(telegram.url()).port)),
      openGate(join(shared, 'model.sock'), Number(new URL(api.url).port)),
    ])
    const ana = telegram.user({ id: 42, name: 'Ana' })
    const chat = telegram.privateChat(ana)
    const files = { token: telegram.token(), key: KEY }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(shared, name), text)
    const talking = setInterval(() => {
      for (const name of readdirSync(shared).filter((entry) => entry.startsWith('say-'))) {
        const words = readFileSync(join(shared, name), 'utf8').trim()
        rmSync(join(shared, name))
        chat.say(ana, words)
      }
      writeFileSync(join(shared, 'draft'), `${chat.answers().filter(({ text }) => text.includes('Says')).length}\n`)
      renameSync(join(shared, 'draft'), join(shared, 'answers'))
    }, 50)
    onTestFinished(async () => {
      clearInterval(talking)
      for (const gate of gates) gate.close()
      await Promise.all([telegram.close(), api.close()])
      rmSync(shared, { recursive: true, force: true })
    })

    const output = await boot({
      readOnly: { '/opt/skein': checkout },
      writable: { '/shared': shared },
      prepare: [],
      files: {
        ...proxyUnits('telegram', 8081),
        ...proxyUnits('model', 8082),
        '/etc/skein/config.toml':
          '# of root\n[brain]\ndefault = "demo"\n[telegram]\napi_root = "http://127.0.0.1:8081"\nowner_ids = [42]\n',
        '/page.cjs': page,
      },
      script,
    })
    expect(factsOf(output), output).toMatchObject({
      installed: '0',
      setup: '0',
      answeredByModel: '1',
      named: 'owner.name = Ana  # set on the page or in the setup; default: not set',
      pageStatus: '200',
      answersOnTelegram: '1',
      changed: '200',
      answersAfterKill: '2',
      sources: '2',
      secretNames: '2',
      file: 'root skein 640',
      fileChanged: '0',
      inTheClear: '0',
      encryptedKey: '1',
      plainKey: '0',
      uninstalled: '0',
      keyReturned: 'root 600',
      reinstalled: '0',
      keyAgain: '1 0',
      tokenAgain: '(set)',
      brokenExit: '243',
      repaired: '0',
      activeAgain: 'active',
      removed: '0',
      leftBehind: '0',
    })
    expect(output).toContain('/etc/skein/config.toml stays as it is, because Skein cannot write to it.')
    expect(api.requests.map(({ model }) => model)).toEqual(expect.arrayContaining(['grain-7', 'grain-8']))
    expect(api.requests.at(-1)?.model).toBe('grain-8')
  })
})

/** Signs in with a link and sends a form, as the page does. Prints the status and the answer. */
const page = `
const [, , link, name, form] = process.argv
const { origin, hash } = new URL(link)
const headers = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'x-skein': '1' }
const post = (path, body, more) =>
  fetch(origin + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
post('/api/sign-in', { token: hash.split('=')[1] }).then(async (signedIn) => {
  const cookie = signedIn.headers.get('set-cookie').split(';')[0]
  const answer = await post('/api/connections/' + name, JSON.parse(form), { cookie })
  console.error(await answer.text())
  console.log(answer.status)
})
`

const script = `
skein() { node /opt/skein/dist/main.js "$@"; }
show() { systemctl show skein -p "$1" --value; }
wait_for() { n=0; until [ "$(show "$1")" = "$2" ] || [ $n -ge 300 ]; do n=$((n+1)); sleep 0.1; done; }
say() { echo "$1" > /shared/draft-say; mv /shared/draft-say /shared/say-$$; while [ -e /shared/say-$$ ]; do sleep 0.05; done; }
answered() { n=0; until [ "$(cat /shared/answers)" -ge $1 ] || [ $n -ge 300 ]; do n=$((n+1)); sleep 0.1; done; sleep 1; cat /shared/answers; }
all_files() { find /etc /home /opt /root /run/credentials /srv /usr/local /var/lib -xdev -not -path '/root/.npm/*' -not -path '/opt/skein/*' 2>/dev/null | sort; }
rm -rf /etc/skein.kept; mv /etc/skein /etc/skein.kept
# The key of the machine belongs to systemd.
systemd-creds setup
all_files > /before
mkdir /etc/skein; cp /etc/skein.kept/config.toml /etc/skein/config.toml
systemctl start telegram.socket model.socket
skein service install
echo "installed=$?"
cp /etc/skein/config.toml /config.before

skein setup --model openai-compatible --model-url http://127.0.0.1:8082/v1 --model-name grain-7 --model-key-file /shared/key \\
  --channel none --name Ana --timezone Europe/Berlin --briefing 7:00 --service none
echo "setup=$?"
systemctl restart skein
echo "answeredByModel=$(skein send --wait 'Hello?' | grep -c 'Says the model')"
echo "named=$(skein config owner.name)"

echo "pageStatus=$(node /page.cjs "$(skein link)" telegram "{\\"secret\\":\\"$(cat /shared/token)\\"}")"
systemctl restart skein
say 'Hello from Telegram'
echo "answersOnTelegram=$(answered 1)"

echo "changed=$(node /page.cjs "$(skein link)" provider '{"kind":"openai-compatible","url":"http://127.0.0.1:8082/v1","model":"grain-8","secret":"${KEY}","default":"yes"}')"
systemctl kill --kill-who=main --signal=KILL skein
wait_for NRestarts 1
say 'And now?'
echo "answersAfterKill=$(answered 2)"

skein config > /config.log
echo "sources=$(grep -cE '^(telegram.token|brain.default) = .*set on the page or in the setup' /config.log)"
skein secret list
echo "secretNames=$(skein secret list | grep -cE 'telegram-token|provider-local-key')"
echo "file=$(stat -c '%U %G %a' /etc/skein/config.toml)"
cmp /etc/skein/config.toml /config.before; echo "fileChanged=$?"
echo "inTheClear=$(grep -rlF -e "$(cat /shared/token)" -e "$(cat /shared/key)" /var/lib/skein | wc -l)"
echo "encryptedKey=$(grep -c '^LoadCredentialEncrypted=secrets-key:/etc/skein/secrets-key.cred' /etc/systemd/system/skein.service)"
key=/var/lib/skein/.local/state/skein/secrets.key
echo "plainKey=$(ls $key 2>/dev/null | wc -l)"
skein service uninstall --yes
echo "uninstalled=$?"
echo "keyReturned=$(stat -c '%U %a' $key)"
skein service install
echo "reinstalled=$?"
echo "keyAgain=$(ls /etc/skein/secrets-key.cred | wc -l) $(ls $key 2>/dev/null | wc -l)"
echo "tokenAgain=$(skein config telegram.token | cut -d' ' -f3)"
# As after a move to another machine: the service cannot start, and the installation repairs it.
cp /var/lib/systemd/credential.secret /secret.kept; rm /var/lib/systemd/credential.secret
systemctl restart skein
echo "brokenExit=$(show ExecMainStatus)"
skein service install
echo "repaired=$?"
echo "activeAgain=$(show ActiveState)"
skein doctor | tail -40
journalctl -u skein --no-pager -o cat | grep -v '"level":"info"' | tail -20

skein service uninstall --yes --delete-data
echo "removed=$?"
all_files > /after
diff /before /after
echo "leftBehind=$(diff /before /after | grep -c '^[<>]')"
`
