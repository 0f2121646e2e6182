import { setImmediate } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { openTalkHistory, talkRoomExample, talkRoomIn } from '../app/channels/talk-history.ts'
import { secretsOf } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { examples } from '../domain/ids.ts'
import { createScrubber } from '../lib/text/secrets.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { type ImportReport, type ImportStream, importParsed } from '../store/messages/import-messages.ts'
import { openStore } from '../store/open-store.ts'
import { ensureOwner } from '../store/people/people.ts'
import type { SummaryCost } from '../tasks/compaction/import-cost.ts'
import { formatNames } from '../tasks/intake/import-formats/import-formats.ts'
import { type ImportInput, openImportInput } from '../tasks/intake/import-formats/import-input.ts'
import { type ImportPreview, previewImport } from '../tasks/intake/import-formats/import-preview.ts'
import { createImporter } from '../tasks/intake/importer.ts'
import { calls } from '../web/control/calls.ts'
import { connectDaemon, type Daemon, isRunning } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { ownersNamesIn } from './import-people.ts'
import { previewText } from './import-preview-text.ts'
import { ask, confirm, interruptible, printTo, type Terminal } from './prompts.ts'
import { withStoreToRead } from './store.ts'

/** Without a daemon nobody has to wait, so batches can be large. */
const largeBatch = { lines: 5000, chars: 4_000_000 }

export function addImport(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('import <file>')
    .description(`import messages of other apps (${formatNames.join(', ')}); the format is recognised`)
    .option('--preview', 'show what would be imported, and write nothing')
    .addOption(
      new Option(
        '--summaries <how>',
        'how imported messages are summarised: "model" lets a model read them, "extract" quotes sentences (default: asks on a terminal, else "extract")',
      ).choices(['model', 'extract']),
    )
    .option('--me <name>', 'your name in the file, or "nobody" (can be given several times)', collectName, [])
    // Its former name.
    .addOption(new Option('--as-owner <name>').argParser(collectName).default([]).hideHelp())
    .addHelpText(
      'after',
      `\nExamples:\n  skein import conversations.json\n  skein import chat.txt --me "Ana L."\n  skein import past.jsonl --summaries model\n  skein import ~/Maildir --preview\n  skein import ${talkRoomExample} --preview\n\nA file, a folder, or the name or token of a Talk room as in the last example. A JSON line:\n  {"chat":"${examples.local}","id":"1","at":"2026-03-14T10:00:00Z","from":"Ana","role":"human","text":"The roof leaks."}\nfrom, reply_to, topic and title are optional; the roles user and assistant are read too. A message with the same chat and id is imported only once.`,
    )
    .action(async (path: string, options: ImportOptions, command: Command) => {
      const globals = globalOptions(command, env)
      await interruptible(async (signal) => {
        try {
          await runImport(path, options, globals, env, signal)
        } catch (error) {
          if (signal.aborted)
            console.error('Interrupted. Run the same command again: what was imported stays and is not imported twice.')
          throw error
        }
      })
    })
}

async function runImport(
  path: string,
  options: ImportOptions,
  globals: GlobalOptions,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const input = await openInput(path, globals, env, signal)
  // Node leaves `isTTY` undefined without a terminal.
  const canAsk = Boolean(process.stdin.isTTY && process.stderr.isTTY && !globals.json)
  const terminal = canAsk ? { input: process.stdin, output: process.stderr } : undefined
  const showsProgress = process.stderr.isTTY && !globals.json
  const newProgress = () => (showsProgress ? createImportProgress(process.stderr, input.bytes, systemClock) : undefined)
  const given = [...options.me, ...options.asOwner]
  // Reading everything twice takes time, and a script that names our own format needs no preview.
  const needsPreview = terminal || options.preview || input.hasNames
  const owner = needsPreview ? (readConfig(globals, env).owner.name ?? 'you') : ''
  const preview = needsPreview ? await readPreview(input, { owner, given, progress: newProgress(), signal }) : undefined
  if (options.preview) return console.log(globals.json ? toJson(preview) : previewText(preview as ImportPreview))
  if (preview && terminal) printTo(terminal)(previewText(preview))
  const ownersNames = preview ? await ownersNamesIn(preview, given, terminal) : given
  // Who had to say who they are has decided already.
  const isDecided = preview?.messages === 0 || (preview?.isOwnerUnknown && given.length === 0)
  if (preview && terminal && !isDecided && !(await isWanted(preview.messages, terminal)))
    return console.log('Nothing was imported.')
  const progress = newProgress()
  const decide = async (cost: SummaryCost) => {
    if (options.summaries !== undefined || cost.requests === 0) return options.summaries === 'model'
    return terminal !== undefined && (await confirm(costQuestion(cost), terminal))
  }
  const source = { input, ownersNames, progress, decide, signal }
  const daemon = connectDaemon(globals.dataDir)
  const report = (await isRunning(daemon))
    ? await importThroughDaemon(daemon, source)
    : await importIntoStore(globals, env, source)
  if (report.bad > 0) process.exitCode = 1
  if (globals.json) return console.log(toJson(report))
  for (const problem of report.problems) console.error(problem)
  const bad = report.bad === 0 ? '' : `, ${report.bad} could not be read`
  const known = `${report.known} ${report.known === 1 ? 'was' : 'were'} already there`
  console.log(`${report.added} ${report.added === 1 ? 'message' : 'messages'} imported, ${known}${bad}.`)
}

function openInput(
  path: string,
  globals: GlobalOptions,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ImportInput> {
  const room = talkRoomIn(path)
  if (room === undefined) return openImportInput(path, systemClock.now())
  return openTalkHistory(room, {
    config: readConfig(globals, env),
    clock: systemClock,
    signal,
    read: (query) => withStoreToRead(globals.dataDir, query),
  })
}

interface PreviewSource {
  /** The owner's name here. */
  owner: string
  /** The owner's names that the command names. */
  given: string[]
  progress: ImportProgress | undefined
  signal: AbortSignal
}

async function readPreview(
  input: ImportInput,
  { owner, given, progress, signal }: PreviewSource,
): Promise<ImportPreview> {
  return await previewImport(input, {
    owner,
    ownersNames: given,
    signal,
    progress: (lines) => progress?.show(lines, input.bytesRead()),
  }).finally(() => progress?.end())
}

async function isWanted(messages: number, terminal: Terminal): Promise<boolean> {
  const what = messages === 1 ? 'this message' : `these ${messages.toLocaleString('en')} messages`
  const answer = await ask(`Import ${what}? [Y/n] `, terminal)
  return answer !== undefined && !/^n/i.test(answer)
}

interface ImportOptions {
  preview?: boolean
  me: string[]
  asOwner: string[]
  summaries?: 'model' | 'extract'
}

/** The question that is asked once after an import, with the expected cost. */
export function costQuestion({ requests, tokens, usd }: SummaryCost): string {
  const number = (amount: number) => amount.toLocaleString('en')
  const price = usd === undefined ? '' : `, about $${usd.toFixed(2)}`
  const expected = `about ${number(requests)} ${requests === 1 ? 'request' : 'requests'} and ${number(tokens)} tokens${price}`
  return `The summaries quote the imported messages; no model was used. A model can write better ones in the background: ${expected}. Use a model?`
}

interface Source {
  input: ImportInput
  /** The owner's names in the file. */
  ownersNames: string[]
  progress: ImportProgress | undefined
  /** Decides whether a model may write the summaries. */
  decide(cost: SummaryCost): Promise<boolean>
  signal: AbortSignal
}

function collectName(name: string, others: string[]): string[] {
  return [...others, name]
}

/** Imports through the daemon, in batches small enough not to delay anyone. */
async function importThroughDaemon(daemon: Daemon, source: Source): Promise<ImportReport> {
  const report = await importAll(source, { write: (batch) => daemon.ask(calls.import, { lines: batch }) })
  while ((await daemon.ask(calls.settleImport, {})).more) source.signal.throwIfAborted()
  const { usd, ...cost } = await daemon.ask(calls.importCost, {})
  const model = await source.decide({ ...cost, ...(usd !== undefined && { usd }) })
  await daemon.ask(calls.decideImport, { model })
  return report
}

async function importIntoStore(globals: GlobalOptions, env: NodeJS.ProcessEnv, source: Source): Promise<ImportReport> {
  const config = readConfig(globals, env)
  const scrubber = createScrubber()
  for (const secret of secretsOf(config)) scrubber.add(secret)
  const store = openStore(globals.dataDir, { gapMs: config.conversation.activeMinutes * 60_000 })
  try {
    const { db } = store
    const owner = ensureOwner(db, config.owner.name, systemClock.now())
    const importer = createImporter({ db, clock: systemClock, owner, config: () => config, scrub: scrubber.scrub })
    const report = await importAll(source, { write: importer.write, batch: largeBatch })
    while (importer.settle()) await setImmediate(undefined, { signal: source.signal })
    importer.decide({ model: await source.decide(importer.cost()) })
    return report
  } finally {
    store.close()
  }
}

function importAll(
  { input, ownersNames, progress, signal }: Source,
  stream: Pick<ImportStream, 'write' | 'batch'>,
): Promise<ImportReport> {
  return importParsed(input.read(), {
    ...stream,
    ownersNames,
    signal,
    progress: ({ lines }) => progress?.show(lines, input.bytesRead()),
  }).finally(() => progress?.end())
}

type ImportProgress = ReturnType<typeof createImportProgress>

const PROGRESS_INTERVAL_MS = 200

/** A progress line that overwrites itself. */
export function createImportProgress(
  output: { write(text: string): unknown },
  bytes: number | undefined,
  clock: Clock,
) {
  let shownAt = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    show(lines: number, bytesRead: number) {
      const now = clock.now().getTime()
      if (now - shownAt < PROGRESS_INTERVAL_MS) return
      shownAt = now
      isShown = true
      output.write(`\r${bytes === undefined ? '' : shareOf(bytesRead, bytes)}${lines.toLocaleString('en')} lines `)
    },
    /** Clears the line, so that the next output starts on its own. */
    end() {
      if (isShown) output.write('\r\u001b[K')
    },
  }
}

function shareOf(bytesRead: number, bytes: number): string {
  const share = bytes === 0 ? 100 : Math.min(100, Math.floor((100 * bytesRead) / bytes))
  return `${String(share).padStart(3)} % of the file, `
}
