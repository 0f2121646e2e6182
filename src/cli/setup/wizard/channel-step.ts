import { connectMessages } from '../../../app/connect/connect-messages.ts'
import { textIn } from '../../../messages/localized.ts'
import type { Connection } from '../../../web/page/wire/settings-wire.ts'
import { connectionsOfStep } from '../../../web/page/wire/setup-wire.ts'
import { connectWords } from '../../../web/page/words/settings/connect-words.ts'
import { type Answers, connectByAnswers, connectBySignIn, describeSignIn } from './connect-questions.ts'
import { readSecretFlag, type StepResult, tellDone, type Wizard } from './wizard-context.ts'

const words = connectWords.en
const channels = connectionsOfStep.channel
export type SetUpChannel = (typeof channels)[number]

/** Connects any number of channels. */
export async function chooseChannels(wizard: Wizard): Promise<void> {
  const { prompts, flags, results } = wizard
  const given = givenChannels(wizard)
  for (const name of given) await connectChannel(wizard, name)
  while (prompts && flags.channel !== 'none' && given.length === 0) {
    const listed = wizard.connections.list().connections
    const hints = await readHints(wizard)
    const isAnySet = channels.some((name) => find(listed, name)?.isSet)
    const choice = await prompts.choose<SetUpChannel | 'done'>('Where do you want to talk to Skein?', [
      ...(isAnySet ? [{ value: 'done' as const, label: 'Continue' }] : []),
      ...channels.map((name) => ({ value: name, label: [words.names[name], hints[name] ?? []].flat().join(' · ') })),
      ...(isAnySet ? [] : [{ value: 'done' as const, label: 'Only on the page and in the terminal, for now' }]),
    ])
    if (choice === 'done') break
    await connectChannel(wizard, choice)
  }
  const kept = wizard.connections.list().connections.filter(({ name, isSet }) => isChannel(name) && isSet)
  const untouched = kept.filter(({ name }) => !results.some(({ step }) => step === name))
  for (const { name, as = '' } of untouched) results.push({ step: name, state: 'kept', value: as })
}

function isChannel(name: string): name is SetUpChannel {
  return channels.some((channel) => channel === name)
}

function find(connections: Connection[], name: SetUpChannel): Connection | undefined {
  return connections.find((connection) => connection.name === name)
}

const CHECK_TIMEOUT_MS = 8000

/** What each connected channel says about itself now. */
async function readHints({ connections, signal }: Wizard): Promise<Partial<Record<SetUpChannel, string>>> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
  const connected = connections
    .list()
    .connections.flatMap(({ name, isSet }) => (isSet && isChannel(name) ? [name] : []))
  const hints = connected.map(async (name): Promise<[SetUpChannel, string]> => {
    const { isWell, says } = await connections.check(name, limited)
    const first = textIn(says[0] ?? '', 'en')
    return [name, isWell ? first : words.inTrouble(first)]
  })
  return Object.fromEntries(await Promise.all(hints))
}

/** The channels that the flags name. */
function givenChannels({ flags }: Wizard): SetUpChannel[] {
  return channels.filter((name) => Object.entries(flags).some(([flag, value]) => value && flag.startsWith(name)))
}

/** Connects one channel. What was saved before the person left counts too. */
export async function connectChannel(wizard: Wizard, name: SetUpChannel): Promise<void> {
  const { lines, prompts, connections, results } = wizard
  const state = () => find(connections.list().connections, name)
  const before = state()
  if (prompts) lines.tell(words.about[name])
  let isDone = false
  try {
    const says = await connectors[name](wizard)
    isDone = says !== undefined
    if (says) tellDone(wizard, says)
  } finally {
    const now = state()
    const isNew = isDone || now?.as !== before?.as || now?.isWaiting !== before?.isWaiting
    if (isNew) setResult(results, { step: name, state: 'set', value: now?.as ?? '' })
  }
}

function setResult(results: StepResult[], result: StepResult): void {
  const index = results.findIndex(({ step }) => step === result.step)
  if (index < 0) results.push(result)
  else results[index] = result
}

const connectors = {
  /** The token is saved before the code is waited for, so that leaving early costs only the pairing. */
  async telegram(wizard: Wizard) {
    const { prompts, flags, connections, lines } = wizard
    const isSet = find(connections.list().connections, 'telegram')?.isSet
    const token = readSecretFlag(flags.telegramTokenFile, wizard)
    if (token === undefined && prompts && isSet) {
      const hasOwner = wizard.config().telegram.ownerIds.length > 0
      const choice = await prompts.choose(
        'This bot is connected already.',
        [
          { value: 'keep', label: 'Keep it' },
          { value: 'pair', label: hasOwner ? 'Let in another account of yours' : 'Show which account is yours' },
          { value: 'token', label: 'Use another bot' },
        ],
        hasOwner ? 'keep' : 'pair',
      )
      if (choice === 'keep') return undefined
      if (choice === 'pair') return pair(wizard)
    }
    const given: Answers = token === undefined ? {} : { secret: token }
    const says = await connectByAnswers(wizard, 'telegram', { given })
    if (!says || flags.pair === false || wizard.config().telegram.ownerIds.length > 0) return says
    const found = says.filter((text) => textIn(text, 'en') !== connectMessages.telegramPairing.en)
    tellDone(wizard, found)
    const paired = await pair(wizard)
    if (!paired) lines.tell(connectMessages.telegramPairing)
    return paired ?? []
  },

  async talk(wizard: Wizard) {
    const { prompts, flags } = wizard
    const secret = readSecretFlag(flags.talkPasswordFile, wizard)
    const { talkUrl: url, talkUser: user, talkOwner: owner } = flags
    const given = defined({ url, user, owner, secret })
    if (secret !== undefined) return connectByAnswers(wizard, 'talk', { given })
    const how = prompts
      ? await prompts.choose('How should the bot sign in?', [
          { value: 'browser', label: words.signIn, hint: 'works with a second factor' },
          { value: 'password', label: 'With a password or an app password' },
          { value: 'back', label: 'Back' },
        ])
      : 'browser'
    if (how === 'back') return undefined
    if (how === 'password') return connectByAnswers(wizard, 'talk', { given })
    const answers = await askForSignIn(wizard, given)
    return answers && connectBySignIn(wizard, 'talk', answers, describeSignIn('talk'))
  },

  async email(wizard: Wizard) {
    const { flags } = wizard
    const secret = readSecretFlag(flags.emailPasswordFile, wizard)
    const { emailAddress: address, emailUser: user, emailOwner: owner, emailImap: imap, emailSmtp: smtp } = flags
    const trial = wizard.prompts ? undefined : 'yes'
    const given = defined({ address, user, owner, imap, smtp, secret, trial })
    return connectByAnswers(wizard, 'email', { given, later: ['user', 'imap', 'smtp'] })
  },
} satisfies Record<SetUpChannel, (wizard: Wizard) => Promise<unknown>>

/** Waits for the code in a private chat with the bot. */
export async function pair(wizard: Wizard) {
  return connectBySignIn(wizard, 'telegram', {}, describeSignIn('telegram'))
}

async function askForSignIn({ prompts }: Wizard, given: Answers): Promise<Answers | undefined> {
  const url =
    given.url ??
    (await prompts?.text({
      question: `${words.labels['talk.url']} (empty to go back)`,
      example: 'https://cloud.example.org',
    }))
  if (!url) return undefined
  const owner =
    given.owner ?? (await prompts?.text({ question: words.optional(words.labels['talk.owner'] ?? '') })) ?? ''
  return { url, owner }
}

function defined(values: Record<string, string | undefined>): Answers {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
