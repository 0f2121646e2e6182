import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { secretsOf } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { examples } from '../domain/ids.ts'
import { linesOf } from '../lib/text/line-splitter.ts'
import { createScrubber } from '../lib/text/secrets.ts'
import { systemClock } from '../lib/time/clock.ts'
import { type ImportReport, type ImportStream, importLines } from '../store/messages/import-messages.ts'
import { openStore } from '../store/open-store.ts'
import { ensureOwner } from '../store/people/people.ts'
import type { SummaryCost } from '../tasks/compaction/import-cost.ts'
import { createImporter } from '../tasks/intake/importing.ts'
import { calls } from '../web/control/wire.ts'
import { confirm } from './chat/ask.ts'
import { connectDaemon, type Daemon, isRunning } from './daemon.ts'
import { createImportProgress, type ImportProgress } from './import-progress.ts'
import { type Place, placeOf } from './place.ts'

/** Nobody else is there to be held up. */
const largeBatch = { lines: 50_000, chars: 16_000_000 }

export function addImport(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('import <file>')
    .description('bring in what was said elsewhere: lines of JSON, each with chat, id, at, from, role and text')
    .addOption(
      new Option(
        '--summaries <how>',
        'who summarises what was imported: "model" lets a model read it, "extract" quotes its sentences; asked on a terminal, else "extract"',
      ).choices(['model', 'extract']),
    )
    .option('--as-owner <name>', 'whoever is called so there is you; may be given more than once', another, [])
    .addHelpText(
      'after',
      `\nExamples:\n  skein import past.jsonl\n  skein import chat.jsonl --as-owner "Ana L."\n  skein import past.jsonl --summaries model\n\nA line:\n  {"chat":"${examples.local}","id":"1","at":"2026-03-14T10:00:00Z","from":"Ana","role":"human","text":"The roof leaks."}\nreply_to and topic may be added. The same chat and id is taken in once.`,
    )
    .action(async (file: string, { asOwner, summaries }: ImportOptions, command: Command) => {
      const place = placeOf(command, env)
      const found = await stat(file).catch(() => undefined)
      if (!found?.isFile()) throw new UsageError(`There is no file ${file}.`)
      const isSeen = process.stderr.isTTY && !place.json
      const progress = isSeen ? createImportProgress(process.stderr, found.size, systemClock) : undefined
      const daemon = connectDaemon(place.dataDir)
      // Node leaves `isTTY` undefined where there is no terminal.
      const isAsked = Boolean(process.stdin.isTTY && process.stderr.isTTY && !place.json)
      const decide = async (cost: SummaryCost) => {
        progress?.end()
        if (summaries !== undefined || cost.requests === 0) return summaries === 'model'
        return isAsked && (await confirm(costQuestion(cost), { input: process.stdin, output: process.stderr }))
      }
      const source = { file, ownersNames: asOwner, progress, decide }
      const report = (await isRunning(daemon))
        ? await importBeside(daemon, source)
        : await importAlone(place, env, source)
      progress?.end()
      if (report.bad > 0) process.exitCode = 1
      if (place.json) return console.log(JSON.stringify(report))
      for (const problem of report.problems) console.error(problem)
      const bad = report.bad === 0 ? '' : `, ${report.bad} could not be read`
      console.log(`${report.added} messages taken in, ${report.known} were there before${bad}.`)
    })
}

interface ImportOptions {
  asOwner: string[]
  summaries?: 'model' | 'extract'
}

/** What the owner is asked once, with what it takes. */
export function costQuestion({ requests, tokens, usd }: SummaryCost): string {
  const number = (amount: number) => amount.toLocaleString('en')
  const price = usd === undefined ? '' : `, about $${usd.toFixed(2)}`
  const what = `about ${number(requests)} ${requests === 1 ? 'request' : 'requests'} and ${number(tokens)} tokens${price}`
  return `What was imported is summarised by quoting its sentences; no model was asked. A model can write better summaries in the background: ${what}. Let it?`
}

interface Source {
  file: string
  /** What the owner is called in it. */
  ownersNames: string[]
  progress: ImportProgress | undefined
  /** Whether a model may summarise it. */
  decide(cost: SummaryCost): Promise<boolean>
}

function another(name: string, others: string[]): string[] {
  return [...others, name]
}

/** Through the daemon, in batches so small that nobody who writes to it notices. */
async function importBeside(daemon: Daemon, source: Source): Promise<ImportReport> {
  const report = await read(source, { write: (batch) => daemon.ask(calls.import, { lines: batch }) })
  while ((await daemon.ask(calls.settleImport, {})).more);
  const { usd, ...cost } = await daemon.ask(calls.importCost, {})
  const model = await source.decide({ ...cost, ...(usd !== undefined && { usd }) })
  await daemon.ask(calls.decideImport, { model })
  return report
}

async function importAlone(place: Place, env: NodeJS.ProcessEnv, source: Source): Promise<ImportReport> {
  const config = readConfig(place, env)
  const scrubber = createScrubber()
  for (const secret of secretsOf(config)) scrubber.add(secret)
  const store = openStore(place.dataDir, { gapMs: config.conversation.activeMinutes * 60_000 })
  try {
    const { db } = store
    const owner = ensureOwner(db, config.owner.name, systemClock.now())
    const importer = createImporter({ db, clock: systemClock, owner, config: () => config, scrub: scrubber.scrub })
    const report = await read(source, { write: importer.write, batch: largeBatch })
    while (importer.settle());
    importer.decide({ model: await source.decide(importer.cost()) })
    return report
  } finally {
    store.close()
  }
}

function read(
  { file, ownersNames, progress }: Source,
  stream: Pick<ImportStream, 'write' | 'batch'>,
): Promise<ImportReport> {
  const bytes = createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 18 })
  return importLines(linesOf(bytes), {
    ...stream,
    ownersNames,
    signal: new AbortController().signal,
    progress: ({ lines }) => progress?.show(lines, bytes.bytesRead),
  })
}
