// The floors of the house, lowest first. A file imports its own folder and lower floors; rooms are blind to each other.
const floors = [
  ['lib'],
  ['messages'],
  ['domain'],
  ['config'],
  ['store', 'channels', 'gateway', 'memory', 'spawner', 'tools'],
  ['tasks', 'scheduler', 'web'],
  ['app'],
  ['cli'],
  ['main.ts'],
]

// The work of a task, lowest first: a folder of `tasks` uses what stands before it, never what comes after.
const work = [
  ['say', 'files', 'recall', 'memory', 'profile'],
  ['library'],
  ['health'],
  ['permissions'],
  ['context'],
  ['run'],
  ['queue'],
  ['aside', 'compaction', 'extraction', 'notes', 'people'],
  ['deliver', 'reports', 'erasing', 'exporting'],
  ['commands'],
  ['intake'],
]

// Each vendor library and the place that may know it; markup is read in four, dates in two.
const vendors = {
  '(better-sqlite3|drizzle-orm|sqlite-vec)': 'src/store/',
  'markdown-it': 'src/lib/(markdown|formula|footnotes)\\.ts$',
  mermaid: 'src/web/page/diagrams/frame\\.ts$',
  temml: 'src/web/routes/rich-text\\.ts$',
  commander: 'src/cli/',
  '@clack': 'src/cli/',
  execa: 'src/lib/child\\.ts$',
  'prom-client': 'src/tasks/reports/open-metrics\\.ts$',
  undici: 'src/lib/http/proxy\\.ts$',
  pino: 'src/lib/log\\.ts$',
  'smol-toml': 'src/config/',
  '(hono|@hono)': 'src/web/',
  '(preact|@preact|uplot)': 'src/web/page/',
  uqr: 'src/web/routes/settings/',
  '(node-cron|ical\\.js)': 'src/scheduler/',
  'chrono-node': 'src/(scheduler/phrases|gateway/recall)/',
  '@orama/stemmers': 'src/lib/text/language/',
  grammy: 'src/channels/telegram/',
  '(imapflow|nodemailer|mailparser|mailauth|tldts)': 'src/channels/email/',
  htmlparser2: 'src/(channels/email|scheduler/sources|spawner/native/tools|tasks/library)/',
  '@modelcontextprotocol': 'src/tools/',
  '(ai|@ai-sdk)': 'src/spawner/native/',
  '(bullmq|ioredis)': 'src/spawner/remote/',
  '(modern-tar|age-encryption)': 'src/app/backup/',
}

const at = (part) => `^src/${part.replace('.', '\\.')}${part.includes('.') ? '$' : '/'}`

const floorRules = floors.flatMap((parts, floor) =>
  parts.map((part) => ({
    name: `floor: ${part}`,
    severity: 'error',
    comment: `${part} imports itself and what lies below it`,
    from: { path: at(part) },
    to: {
      path: '^src/',
      pathNot: [at(part), ...floors.slice(0, floor).flat().map(at)],
    },
  })),
)

const workRules = work.flatMap((folders, height) =>
  folders.map((folder) => ({
    name: `work: ${folder}`,
    severity: 'error',
    comment: `tasks/${folder} uses what stands before it in the list`,
    from: { path: `^src/tasks/${folder}/` },
    to: {
      path: '^src/tasks/[^/]+/',
      pathNot: [folder, ...work.slice(0, height).flat()].map((lower) => `^src/tasks/${lower}/`),
    },
  })),
)

const vendorRules = Object.entries(vendors).map(([library, room]) => ({
  name: `vendor: ${library}`,
  severity: 'error',
  comment: `only ${room} knows ${library}`,
  from: { path: '^src/', pathNot: `^${room}` },
  to: { path: `(^|node_modules/)${library}(/|$)` },
}))

module.exports = {
  forbidden: [
    ...floorRules,
    ...workRules,
    ...vendorRules,
    {
      name: 'nowhere',
      severity: 'error',
      comment: 'every file of src stands on a floor; a new folder is added to the list first',
      from: {
        path: '^src/',
        pathNot: [
          ...floors
            .flat()
            .filter((part) => part !== 'tasks')
            .map(at),
          `^src/tasks/((task-deps|live-config)\\.ts$|(${work.flat().join('|')})/)`,
        ],
      },
      to: {},
    },
    {
      name: 'one channel never imports another',
      severity: 'error',
      from: { path: '^src/channels/([^/]+)/' },
      to: { path: '^src/channels/[^/]+/', pathNot: ['^src/channels/$1/', '^src/channels/shared/'] },
    },
    {
      name: 'processes are started in one place',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/child\\.ts$' },
      to: { path: '^(node:)?child_process$' },
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no tests in src', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|bench|scripts)/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // `import type` couples two rooms as much as any other import.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
}
