import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { passwordOf } from '../../peers/mail/dovecot-config.ts'
import { createPostOffice } from '../../peers/mail/post-office.ts'
import { startMessagesApi } from '../../peers/messages-api.ts'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { startOllama } from '../../peers/providers/ollama-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { says } from '../../peers/providers/script.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import type { Answers, Question } from './wizard-person.ts'

/** A model or a channel that somebody connects in the wizard, and the server behind it. */
export interface Side {
  /** What the configuration holds before the first run. */
  settings?: string
  /** Flags without which the wizard would ask a server outside. */
  flags?: string[]
  answers: Answers
  /** What must never be on the screen. */
  secrets: string[]
  /** The messages that reached the owner. Undefined if they are on the page. */
  received?(): Promise<string[]> | string[]
  /** Whether it is connected for good. */
  isDone?(): boolean
  close(): Promise<void>
}

const KEY = 'sk-canary-4711-long'
const WRONG = 'sk-mistyped-0815-long'

/** Each answer in turn, and the last one again and again. */
function inTurn(...answers: string[]) {
  return () => ({ type: (answers.length > 1 ? answers.shift() : answers[0]) ?? '' })
}

function model(label: string): Answers {
  return { 'Which model': ({ block }) => ({ choose: block.includes('Keep it:') ? 'Keep it:' : label }) }
}

const fakeClaude = fileURLToPath(new URL('../../peers/fake-claude.mjs', import.meta.url))

export const brains = {
  async 'the claude CLI'(home: string, cli?: string) {
    const api = await startMessagesApi(
      { kind: 'error', status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
      { kind: 'text', pieces: ['OK'] },
    )
    return {
      settings: `[brain.claude]\ncommand = "${cli ?? answeringCli(home)}"\nbase_url = "${api.url}"\n`,
      answers: {
        ...model('Claude'),
        'How should Claude': () => ({ choose: 'With an API key' }),
        'API key or token': inTurn('env:KEY', WRONG, KEY),
      },
      secrets: [KEY, WRONG],
      close: api.close,
    }
  },
  async Anthropic() {
    const api = await startAnthropic({ key: KEY, models: ['claude-sonnet-4-5'] }, says('OK'))
    return {
      flags: ['--model-url', api.url, '--model-name', 'claude-sonnet-4-5'],
      answers: { ...model('Anthropic'), 'API key': inTurn(WRONG, KEY), 'Model name': inTurn('claude-sonnet-4-5') },
      secrets: [KEY, WRONG],
      close: api.close,
    }
  },
  async OpenRouter() {
    const api = await startOpenAi({ key: KEY, models: ['maker/grain-7'] }, says('OK'))
    return {
      flags: ['--model-url', `${api.url}/v1`],
      answers: {
        ...model('OpenRouter'),
        'API key': inTurn(WRONG, KEY),
        'Model name': inTurn('grain', 'maker/grain-7'),
      },
      secrets: [KEY, WRONG],
      close: api.close,
    }
  },
  async 'an OpenAI-compatible server'() {
    const api = await startOpenAi({ key: KEY, models: ['grain-7'] }, says('OK'))
    return {
      answers: {
        ...model('OpenAI-compatible'),
        Address: inTurn('nonsense://x', `${api.url}/v1`),
        'Model name': inTurn('other', 'grain-7'),
        'API key': inTurn('', KEY),
      },
      secrets: [KEY],
      close: api.close,
    }
  },
  async Ollama() {
    const api = await startOllama({ models: ['qwen3:8b'] }, says('OK'))
    return {
      answers: {
        ...model('Ollama'),
        Address: inTurn('http://127.0.0.1:9', api.url),
        'Model name': inTurn('qwen3', 'qwen3:8b'),
      },
      secrets: [],
      close: api.close,
    }
  },
  async 'the demo'() {
    return { answers: model('None for now'), secrets: [], close: async () => {} }
  },
} satisfies Record<string, (home: string, cli?: string) => Promise<Side>>

/** As much of the CLI as the wizard meets: a version, and one answer unless the key is the wrong one. */
function answeringCli(home: string): string {
  const file = join(home, 'claude')
  const refusal = `{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key"}`
  writeFileSync(
    file,
    `#!/bin/sh
[ "$1" = --version ] && { echo "2.1.325 (Claude Code)"; exit; }
[ "$ANTHROPIC_API_KEY" = "${WRONG}" ] && { echo '${refusal}'; exit 1; }
exec "${process.execPath}" "${fakeClaude}" answers "$@"
`,
  )
  chmodSync(file, 0o700)
  return file
}

/** Continues as soon as one channel is connected. */
function channel(label: string, isDone = () => true): Answers {
  return {
    'Where do you': ({ block }) => ({ choose: block.includes('Continue') && isDone() ? 'Continue' : label }),
  }
}

export const channels = {
  async Telegram() {
    const telegram = await createTelegram({ secondMs: 20 })
    const ana = telegram.user({ id: 42, name: 'Ana' })
    const chat = telegram.privateChat(ana)
    let isPaired = false
    const isDone = () => isPaired
    return {
      settings: `[telegram]\napi_root = "${telegram.url()}"\n`,
      answers: {
        ...channel('Telegram', isDone),
        'Bot token': inTurn('hello', `${telegram.token()}x`, telegram.token()),
        'This bot is': ({ block }: Question) => ({
          choose: block.includes('Show which') ? 'Show which' : 'Keep it',
        }),
        'Waiting for you': ({ screen }: Question) => ({
          wait() {
            chat.say(ana, [...screen.matchAll(/\/start \w{8}$/gm)].at(-1)?.[0] ?? '')
            isPaired = true
          },
        }),
      },
      secrets: [telegram.token()],
      isDone,
      received: () => chat.answers().map(({ text }) => text),
      close: telegram.close,
    }
  },
  async 'Talk with a password'() {
    const cloud = await createTalkServer()
    const [, bot] = [cloud.user('ana', 'Ana'), cloud.user('skein', 'Skein')]
    return {
      answers: {
        ...channel('Nextcloud Talk'),
        'How should the bot': () => ({ choose: 'With a password' }),
        'Nextcloud address': inTurn('not an address', cloud.url()),
        'Your own user ID': inTurn('nobody', 'ana'),
        'User ID of the bot': inTurn('skein'),
        'Password or app': inTurn('mistyped-password', bot.password),
      },
      secrets: [bot.password, 'mistyped-password'],
      received: () => talkMessages(cloud, bot),
      close: cloud.close,
    }
  },
  async 'Talk with a browser'() {
    const cloud = await createTalkServer()
    const [, bot] = [cloud.user('ana', 'Ana'), cloud.user('skein', 'Skein')]
    return {
      answers: {
        ...channel('Nextcloud Talk'),
        'How should the bot': () => ({ choose: 'with the browser' }),
        'Nextcloud address': inTurn('http://127.0.0.1:9', cloud.url()),
        'Your own user ID': inTurn('ana'),
        'Waiting for you': ({ screen }: Question) => ({
          wait: () => cloud.grant([...screen.matchAll(/http\S+login\/v2\/flow\S+/g)].at(-1)?.[0] ?? '', bot),
        }),
      },
      secrets: [bot.password],
      received: () => talkMessages(cloud, bot),
      close: cloud.close,
    }
  },
  'email through Dovecot': () => email(false),
  'email through Postfix': () => email(true),
  async 'the page alone'() {
    return { answers: channel('Only on the page'), secrets: [], close: async () => {} }
  },
} satisfies Record<string, () => Promise<Side>>

type TalkPeer = Awaited<ReturnType<typeof createTalkServer>>

function talkMessages(cloud: TalkPeer, bot: ReturnType<TalkPeer['user']>): string[] {
  const direct = cloud.places().find(({ room: { type } }) => type === 1)
  return direct?.saidBy(bot).map(({ message }) => message) ?? []
}

async function email(postfix: boolean) {
  const office = await createPostOffice({ postfix })
  const bot = 'skein@house.test'
  const smtp = office.postfix?.port ?? office.submission.port
  return {
    answers: {
      ...channel('Email'),
      'Email address of the bot': inTurn('skein', bot),
      'Password or app': inTurn('mistyped-password', 'mistyped-password', passwordOf(bot)),
      'Your own email': inTurn('ana@home.test'),
      'User name': inTurn(''),
      'IMAP server': inTurn(`imap://127.0.0.1:${office.dovecot.ports.imap}`),
      'SMTP server': inTurn('smtp://127.0.0.1:9', `smtp://127.0.0.1:${smtp}`),
      'Send a test email': () => ({ choose: 'Yes' }),
    },
    secrets: [passwordOf(bot), 'mistyped-password'],
    received: async () => (await office.mailbox('ana@home.test').mails()).map(({ text }) => text),
    close: office.close,
  }
}
