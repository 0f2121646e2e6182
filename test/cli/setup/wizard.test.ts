import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runsSystemd } from '../../../src/app/service/installation.ts'
import { createBuild } from '../../peers/build.ts'
import { hasTmux, openPane, type Pane } from '../../peers/machine/tmux.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { says } from '../../peers/providers/script.ts'
import { finished } from '../../peers/ran.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'

if (!hasTmux) console.warn('tmux is not installed: the tests of skein setup in a real terminal are left out')

const KEY = 'sk-canary-4711'
let home: string
let configFile: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skein-wizard-'))
  mkdirSync(join(home, '.config/skein'), { recursive: true })
  configFile = join(home, '.config/skein/config.toml')
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
})
const config = () => readFileSync(configFile, 'utf8')

function skein(...args: string[]) {
  const child = spawn(process.execPath, [createBuild().main, ...args], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return finished(child)
}

function secretFile(name: string, secret: string): string {
  writeFileSync(join(home, name), `${secret}\n`, { mode: 0o600 })
  return join(home, name)
}

async function startPeers() {
  const telegram = await createTelegram({ secondMs: 20 })
  const api = await startOpenAi({ key: KEY, models: ['grain-7'] }, says('OK'))
  onTestFinished(async () => {
    await telegram.close()
    await api.close()
  })
  writeFileSync(configFile, `# mine\n[telegram]\napi_root = "${telegram.url()}"\n`, { mode: 0o600 })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  return { telegram, api, ana, chat: telegram.privateChat(ana) }
}

describe('without a terminal', () => {
  test('every answer is a flag: missing ones are named, nothing is changed, and --json says what was done', async () => {
    const { telegram, api, ana, chat } = await startPeers()
    const before = config()
    const missing = await skein('setup', '--name', 'Ana')
    expect([missing.code, missing.err]).toEqual([
      64,
      expect.stringContaining('Missing: --model KIND (or none); --telegram'),
    ])
    const wrong = await skein('setup', '--model', 'gpt', '--channel', 'none', '--name', 'Ana')
    expect([wrong.code, wrong.err]).toEqual([64, expect.stringContaining('--model must be one of claude, anthropic')])
    expect(config()).toBe(before)

    const model = ['--model', 'openai-compatible', '--model-url', `${api.url}/v1`, '--model-name', 'grain-7']
    const secrets = [
      '--model-key-file',
      secretFile('key', KEY),
      '--telegram-token-file',
      secretFile('token', telegram.token()),
    ]
    const profile = ['--name', 'Ana', '--timezone', 'Europe/Berlin', '--briefing', '6:30']
    const args = [createBuild().main, '--json', 'setup', ...model, ...secrets, ...profile]
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let shown = ''
    child.stderr.on('data', (chunk) => {
      const before = shown
      shown += String(chunk)
      const [words] = /\/start \w{8}\n/.exec(shown) ?? []
      if (words && !/\/start \w{8}\n/.test(before)) chat.say(ana, words.trim())
    })
    const { code, out, err } = await finished(child)
    expect([code, err]).toEqual([0, expect.stringContaining('The code came from Ana.')])
    expect(JSON.parse(out)).toEqual({
      steps: [
        { step: 'brain', state: 'set', value: 'openai-compatible' },
        { step: 'telegram', state: 'set', value: String(telegram.bot.id) },
        { step: 'name', state: 'set', value: 'Ana' },
        { step: 'timezone', state: 'set', value: 'Europe/Berlin' },
        { step: 'briefing', state: 'set', value: '6:30' },
        { step: 'service', state: 'skipped' },
      ],
    })
    expect(config()).toContain('owner_ids = [42]')
    expect(out + err + config()).not.toContain(KEY)
  })

  test.each([
    ['--timezone', 'Mars/Base', '"Mars/Base" is not a time zone'],
    ['--service', 'always', '--service must be install or none'],
  ])('a wrong %s is refused before anything is saved', async (flag, value, problem) => {
    const { code, err } = await skein('setup', '--model', 'none', '--channel', 'none', '--name', 'Ana', flag, value)
    expect([code, err]).toEqual([64, expect.stringContaining(problem)])
    expect(existsSync(configFile)).toBe(false)
  })
})

describe.skipIf(!hasTmux)('in a terminal', () => {
  let pane: Pane
  const open = () => {
    pane = openPane([process.execPath, createBuild().main, 'setup'], { columns: 90, rows: 45 }, { HOME: home })
    onTestFinished(() => pane.close())
  }
  const seen = (what: string) => expect.poll(() => pane.screen()).toContain(what)
  /** The question is open now, and not only one like it above. What is typed before that is lost. */
  const asked = (question: string) => expect.poll(() => pane.screen()).toMatch(new RegExp(`◆ {2}${question}[^◆]*$`))
  const answer = async (question: string, typed: string) => {
    await seen(question)
    if (typed !== '') pane.type(typed)
    pane.press('Enter')
  }

  test('a Ctrl-C that comes together with the answer leaves, too', async () => {
    await startPeers()
    for (const _ of [1, 2, 3]) {
      open()
      await seen('Which model should answer?')
      pane.type('\r\u0003')
      await expect.poll(() => pane.exitCode() ?? pane.screen()).toBe(130)
      expect(pane.screen()).toContain('Nothing was changed.')
      pane.close()
    }
  })

  test('wrong answers are asked again, Ctrl-C keeps what was finished, and a second run goes on from there', async () => {
    const { telegram, api, ana, chat } = await startPeers()
    open()
    await seen('Which model should answer?')
    pane.press('Down', 'Down', 'Down', 'Enter')
    await answer('Address (empty to go back)', `${api.url}/v1`)
    await answer('Model name (empty to go back)', 'unknown')
    await answer('API key (optional)', KEY)
    await seen('does not have the model "unknown"')
    await asked('Address')
    pane.press('Enter')
    await asked('Model name')
    pane.press('C-u')
    await answer('Model name', 'grain-7')
    await asked('API key')
    await answer('API key', KEY)
    await answer('Where do you want to talk to Skein?', '')
    await answer('Bot token (empty to go back)', `${telegram.token()}x`)
    await seen('the token is refused')
    await asked('Bot token')
    await answer('Bot token', telegram.token())
    await seen('Waiting for you…')
    pane.press('C-c')
    await seen('Saved so far: model, Telegram. Run "skein setup" again to go on.')
    await expect.poll(() => pane.exitCode()).toBe(130)
    expect(pane.everything()).not.toContain(KEY)
    pane.close()

    open()
    await seen('Done already: model, channel. Still open: name, time zone, briefing.')
    await answer('Keep it: local', '')
    await seen(`Telegram · @${telegram.bot.username} answers`)
    pane.press('Down', 'Enter')
    await answer('Show which account is yours', '')
    await seen('Waiting for you…')
    chat.say(ana, /\/start \w{8}$/m.exec(pane.screen())?.[0] ?? '')
    await seen('The code came from Ana.')
    await answer('● Continue', '')
    await answer('What should I call you?', 'Ana')
    await seen('In which time zone do you live?')
    pane.press('C-u')
    pane.type('Mars/Base')
    pane.press('Enter')
    await seen('"Mars/Base" is not a time zone.')
    pane.press('C-u')
    await answer('In which time zone', 'Europe/Berlin')
    await answer('Do you want a briefing every day?', '')
    if (runsSystemd()) await answer('Start Skein now and whenever this machine starts?', 'n')
    await seen('Start Skein with "skein start".')
    expect(config()).toMatch(/^timezone = "Europe\/Berlin"\n# mine\n\[telegram\]\nowner_ids = \[42\]\n/)
    expect(config()).toContain('[[briefings]]\nname = "daily"\ncron = "0 7 * * *"\n')
    expect(config()).toContain('[brain]\ndefault = "local"\n\n[owner]\nname = "Ana"\n')
    expect(chat.answers().at(-1)?.text).toBe('Hello Ana, the setup of Skein is complete. Write to me here at any time.')
    expect(telegram.updates.size()).toBe(1)
  })
})
