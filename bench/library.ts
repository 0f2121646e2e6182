import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeChatId } from '../src/domain/ids.ts'
import type { LibraryFolder, LibraryPassage } from '../src/domain/library.ts'
import { systemClock } from '../src/lib/time/clock.ts'
import type { Database } from '../src/store/database.ts'
import { addPassages, beginFile, publishFile } from '../src/store/library/library-files.ts'
import { librarySize, readPassages } from '../src/store/library/library-search.ts'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import { createPreview } from '../src/tasks/context/preview.ts'
import { createLibrary } from '../src/tasks/library/library.ts'
import { createLibrarySearch } from '../src/tasks/library/library-search.ts'
import { createCalibration } from './calibration.ts'
import { describeTimes, judge, median, percent, print, times } from './figures.ts'
import { KEPT_OUT, type LibraryQuestion, makeQuestions } from './library-questions.ts'
import { benchConfig } from './recall/context.ts'
import { needsNothing } from './recall/needs-nothing.ts'
import { chatOf, sayForYears, timeOf } from './said-years.ts'
import { createSampleLines } from './sample-lines.ts'
import { withScratch } from './scratch.ts'

/** Documentation with more than 500 Markdown files. It is fetched for the measurement only. */
const DOCS_PACKAGE = '@mastra/mcp-docs-server@0.13.31'
const QUESTIONS_PER_KIND = 50
const FILES = 10_000
const PASSAGES_PER_COPY = 4
const MESSAGES = 20_000
const TIME_GOAL = 1.25
const PROMPT_GOAL = 0.8
const NOTHING_GOAL = 0.02

/**
 * How many questions over a documentation tree find their passage, how many messages that need nothing are shown one, and
 * what 10,000 files cost a turn. `--docs DIR` takes another tree of Markdown files.
 */
export async function benchLibrary(args: string[] = []): Promise<void> {
  const { values } = parseArgs({ args, options: { docs: { type: 'string' } } })
  await withScratch(async (dir) => {
    const docs = values.docs ?? fetchDocs(dir)
    if (docs === undefined) return print('LEFT OUT', `${DOCS_PACKAGE} cannot be fetched with npm; use --docs DIR`)
    const store = openStore(join(dir, 'store'))
    const { db } = store
    ensureOwner(db, 'Ana', new Date())
    sayForYears(db, { messages: MESSAGES, chats: 1 }, createSampleLines(7))
    const folders: LibraryFolder[] = [{ path: docs, name: 'docs', isTrusted: false }]
    await fileTree(db, dir, folders)
    const passages = allPassages(db, folders)
    const questions = makeQuestions(passages, QUESTIONS_PER_KIND)
    measureRecall(db, folders, questions)
    measureTime(db, folders, passages, questions)
    store.close()
  })
}

/** The folder with the files; undefined without the network. */
function fetchDocs(dir: string): string | undefined {
  const folder = join(dir, 'docs')
  mkdirSync(folder)
  try {
    const name = execFileSync('npm', ['pack', DOCS_PACKAGE, '--silent'], { cwd: folder, encoding: 'utf8' }).trim()
    execFileSync('tar', ['xzf', name], { cwd: folder })
  } catch {
    return undefined
  }
  const docs = join(folder, 'package', '.docs')
  return existsSync(docs) ? docs : undefined
}

async function fileTree(db: Database, dir: string, folders: LibraryFolder[]): Promise<void> {
  const stop = new AbortController()
  const began = performance.now()
  const library = createLibrary({
    db,
    clock: systemClock,
    folders,
    dataDir: join(dir, 'store'),
    env: process.env,
    persist: async (write) => write(),
    scrub: (text) => text,
    log: { info: () => stop.abort() },
  })
  await library.run(stop.signal)
  const seconds = (performance.now() - began) / 1000
  const { files, passages } = librarySize(db, folders)
  print('filed', `${files} files, ${passages} passages in ${seconds.toFixed(0)} s`)
}

function allPassages(db: Database, folders: LibraryFolder[]): LibraryPassage[] {
  const ids = db.raw.prepare('SELECT id FROM library_passage ORDER BY id').pluck().all() as number[]
  return readPassages(db, folders, ids).toSorted((a, b) => a.id - b.id)
}

function openingFor(db: Database, folders: LibraryFolder[] | undefined) {
  const preview = createPreview({
    db,
    config: () => benchConfig,
    person: ensureOwner(db, 'Ana', new Date()),
    brain: { name: 'claude', model: undefined },
    ...(folders && { sources: { library: createLibrarySearch(db, folders) } }),
  })
  return (text: string, chat = makeChatId('web', 'library')) =>
    preview({ chat, from: 'Ana', text, at: new Date(timeOf(MESSAGES) + 86_400_000) })
}

function measureRecall(db: Database, folders: LibraryFolder[], questions: LibraryQuestion[]): void {
  const { search } = createLibrarySearch(db, folders)
  const open = openingFor(db, folders)
  const asked = questions.map(({ kind, text, isAnswer }) => {
    const place = search({ text, limit: 5 }).findIndex(({ passage }) => isAnswer(passage))
    const ids = open(text).parts.flatMap(({ passages = [] }) => passages.map(({ id }) => id))
    return { kind, place, isShown: readPassages(db, folders, ids).some(isAnswer) }
  })
  const kinds = [...new Set(questions.map(({ kind }) => kind))]
  const report = (what: string, some: typeof asked) => {
    const share = (count: number) => percent(count / Math.max(1, some.length))
    const shown = some.filter(({ isShown }) => isShown).length
    judge(
      what,
      `${some.length} questions: hit@1 ${share(some.filter(({ place }) => place === 0).length)}, hit@5 ${share(some.filter(({ place }) => place >= 0).length)}, in the prompt ${share(shown)}`,
      { says: `at least ${percent(PROMPT_GOAL)} in the prompt`, met: shown >= PROMPT_GOAL * some.length },
    )
  }
  for (const kind of kinds) {
    report(
      kind === KEPT_OUT ? `${kind} (kept out of tuning)` : kind,
      asked.filter((one) => one.kind === kind),
    )
  }
  report('all', asked)
  const messages = needsNothing.map(({ text, isForTuning }) => ({
    isForTuning,
    shown: open(text).parts.flatMap(({ passages = [] }) => passages).length,
  }))
  for (const [what, some] of [
    ['messages that need nothing', messages],
    ['of these, kept out of tuning', messages.filter(({ isForTuning }) => !isForTuning)],
  ] as const) {
    const wrong = some.filter(({ shown }) => shown > 0).length
    judge(what, `${wrong} of ${some.length} were shown a passage`, {
      says: `at most ${percent(NOTHING_GOAL)}`,
      met: wrong <= NOTHING_GOAL * some.length,
    })
  }
}

/** The beginnings of the same files again and again, each copy with a word of its own, until there are enough. */
function measureTime(
  db: Database,
  folders: LibraryFolder[],
  passages: LibraryPassage[],
  questions: LibraryQuestion[],
): void {
  const byFile = new Map<string, LibraryPassage[]>()
  for (const passage of passages) byFile.set(passage.path, [...(byFile.get(passage.path) ?? []), passage])
  const folder = folders[0]?.path ?? ''
  for (let copy = 1; librarySize(db, folders).files < FILES; copy++) {
    db.transaction(() => {
      for (const [path, own] of byFile) {
        const file = {
          folder,
          path: `${copy}/${path}`,
          size: 1,
          modifiedAt: 1,
          hash: '',
          rules: '',
          problem: undefined,
        }
        const id = beginFile(db, file)
        addPassages(
          db,
          id,
          own.slice(0, PASSAGES_PER_COPY).map(({ heading, text }) => ({ heading, text: `${text} word${copy}` })),
        )
        publishFile(db, id)
      }
    })
  }
  const { files, passages: count } = librarySize(db, folders)
  const [without, with10000] = [openingFor(db, undefined), openingFor(db, folders)]
  const calibration = createCalibration()
  const sample = createSampleLines(7)
  // Half of the messages are about the files, half about what was said.
  const texts = questions.flatMap(({ text }, at) => [text, sample.question(at)])
  const took: Record<'plain' | 'library', number[]> = { plain: [], library: [] }
  for (const round of [0, 1]) {
    for (const text of texts) {
      calibration.run()
      for (const [name, open] of [
        ['plain', without],
        ['library', with10000],
      ] as const) {
        const began = performance.now()
        open(text, chatOf(0))
        if (round === 1) took[name].push(performance.now() - began)
      }
    }
  }
  const among = `${files.toLocaleString('en')} files, ${count.toLocaleString('en')} passages`
  print(`assembly among ${MESSAGES.toLocaleString('en')} messages`, describeTimes(took.plain))
  print(`the same with ${among}`, describeTimes(took.library))
  const ratio = median(took.library) / median(took.plain)
  judge('p50 with against without the library', times(ratio), { says: `at most ${TIME_GOAL}`, met: ratio <= TIME_GOAL })
}
