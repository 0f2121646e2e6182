import { type Command, Option } from 'commander'
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
import { createImporter } from '../tasks/intake/importer.ts'
import { calls } from '../web/control/calls.ts'
import { connectDaemon, type Daemon, isRunning } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { type ImportFile, openImportFile } from './import-file.ts'
import { ownersNamesIn } from './import-people.ts'
import { confirm } from './prompts.ts'

/** Without a daemon nobody has to wait, so batches can be large. */
const largeBatch = { lines: 50_000, chars: 16_000_000 }

export function addImport(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('import <file>')
    .description(`import messages of other apps (${formatNames.join(', ')}); the format is recognised`)
    .addOption(
      new Option(
        '--summaries <how>',
        'how imported messages are summarised: "model" lets a model read them, "extract" quotes sentences (default: asks on a terminal, else "extract")',
      ).choices(['model', 'extract']),
    )
    .option('--me <name>', 'your name in the file (can be given several times)', collectName, [])
    // Its former name.
    .addOption(new Option('--as-owner <name>').argParser(collectName).default([]).hideHelp())
    .addHelpText(
      'after',
      `\nExamples:\n  skein import conversations.json\n  skein import chat.txt --me "Ana L."\n  skein import past.jsonl --summaries model\n\nA JSON line:\n  {"chat":"${examples.local}","id":"1","at":"2026-03-14T10:00:00Z","from":"Ana","role":"human","text":"The roof leaks."}\nreply_to, topic and title are optional; the roles user and assistant are read too. A message with the same chat and id is imported only once.`,
    )
    .action(async (path: string, { me, asOwner, summaries }: ImportOptions, command: Command) => {
      const globals = globalOptions(command, env)
      const file = await openImportFile(path, systemClock)
      const showsProgress = process.stderr.isTTY && !globals.json
      const progress = showsProgress ? createImportProgress(process.stderr, file.bytes, systemClock) : undefined
      const daemon = connectDaemon(globals.dataDir)
      // Node leaves `isTTY` undefined without a terminal.
      const canAsk = Boolean(process.stdin.isTTY && process.stderr.isTTY && !globals.json)
      const decide = async (cost: SummaryCost) => {
        progress?.end()
        if (summaries !== undefined || cost.requests === 0) return summaries === 'model'
        return canAsk && (await confirm(costQuestion(cost), { input: process.stdin, output: process.stderr }))
      }
      const terminal = canAsk ? { input: process.stdin, output: process.stderr } : undefined
      const ownersNames = await ownersNamesIn(file, [...me, ...asOwner], terminal)
      const source = { file, ownersNames, progress, decide }
      const report = (await isRunning(daemon))
        ? await importThroughDaemon(daemon, source)
        : await importIntoStore(globals, env, source)
      progress?.end()
      if (report.bad > 0) process.exitCode = 1
      if (globals.json) return console.log(toJson(report))
      for (const problem of report.problems) console.error(problem)
      const bad = report.bad === 0 ? '' : `, ${report.bad} could not be read`
      console.log(`${report.added} messages imported, ${report.known} were already there${bad}.`)
    })
}

interface ImportOptions {
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
  file: ImportFile
  /** The owner's names in the file. */
  ownersNames: string[]
  progress: ImportProgress | undefined
  /** Decides whether a model may write the summaries. */
  decide(cost: SummaryCost): Promise<boolean>
}

function collectName(name: string, others: string[]): string[] {
  return [...others, name]
}

/** Imports through the daemon, in batches small enough not to delay anyone. */
async function importThroughDaemon(daemon: Daemon, source: Source): Promise<ImportReport> {
  const report = await importFile(source, { write: (batch) => daemon.ask(calls.import, { lines: batch }) })
  while ((await daemon.ask(calls.settleImport, {})).more);
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
    const report = await importFile(source, { write: importer.write, batch: largeBatch })
    while (importer.settle());
    importer.decide({ model: await source.decide(importer.cost()) })
    return report
  } finally {
    store.close()
  }
}

function importFile(
  { file, ownersNames, progress }: Source,
  stream: Pick<ImportStream, 'write' | 'batch'>,
): Promise<ImportReport> {
  return importParsed(file.format.read(file), {
    ...stream,
    ownersNames,
    signal: new AbortController().signal,
    progress: ({ lines }) => progress?.show(lines, file.bytesRead()),
  })
}

type ImportProgress = ReturnType<typeof createImportProgress>

const PROGRESS_INTERVAL_MS = 200

/** A progress line that overwrites itself. */
export function createImportProgress(output: { write(text: string): unknown }, bytes: number, clock: Clock) {
  let shownAt = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    show(lines: number, bytesRead: number) {
      const now = clock.now().getTime()
      if (now - shownAt < PROGRESS_INTERVAL_MS) return
      shownAt = now
      isShown = true
      const share = bytes === 0 ? 100 : Math.min(100, Math.floor((100 * bytesRead) / bytes))
      output.write(`\r${String(share).padStart(3)} % of the file, ${lines.toLocaleString('en')} lines `)
    },
    /** Clears the line, so that the next output starts on its own. */
    end() {
      if (isShown) output.write('\r\u001b[K')
    },
  }
}
