import { localized } from '../../messages/localized.ts'

/** What the checks are called and what they find, for "skein doctor" and the page. Channels have their own texts. */
export const doctorMessages = localized({
  en: {
    names: {
      configuration: 'configuration',
      dataDirectory: 'data directory',
      pauses: 'pauses',
      store: 'store',
      messages: 'messages',
      claude: 'claude CLI',
      providers: 'providers',
      provider: (name: string) => `provider ${name}`,
      providerTools: "the providers' tools",
      mail: 'mail',
      vectors: 'vectors',
      cliTools: "the CLI's tools",
    },
    notChecked: (why: string) => `could not be checked: ${why}`,

    notFolder: (path: string) => `${path} is not a folder`,
    directoryUnusable: (dir: string, why: string) => `${dir} cannot be used: ${why}`,
    freeSpace: (dir: string, isNew: boolean, freeMb: number) =>
      `${dir}${isNew ? ' (will be created)' : ''}, ${freeMb} MB free`,
    lowSpace: (place: string) => `${place}; free some space soon`,
    noStore: 'none yet; the first start creates it',
    damaged: (file: string, problem: string, copies: string) =>
      `${file} is damaged: ${problem}. Replace it with a copy from ${copies}.`,
    unreadable: (file: string, why: string) => `${file} cannot be read: ${why}`,
    partlyRead: (file: string, seconds: number) =>
      `${file}; no problem found in ${seconds} seconds of reading (a running daemon reads all of it once a day)`,

    works: 'works',
    noContainment: 'missing or not permitted; install bubblewrap to sandbox what the CLI starts',
    toolsOff: 'off in the configuration',
    noSandbox: (why: string) => `off, because there is no sandbox: ${why}`,
    sandboxed: ({ tools, uid, memoryMb, cpuSeconds, processes, network }: SandboxFacts) =>
      `${tools.join(', ')}, in a sandbox, as ${uid === undefined ? 'the user of Skein' : `user ${uid}, because Skein runs as root`}; ` +
      `${memoryMb} MB and ${cpuSeconds} s of processor time for each process of a command, at most ${processes} of them, ${network ? 'with' : 'without'} the network`,
    providerReady: (model: string) => `reachable, with the model ${model}`,
    tools: (names: string[]) => `${names.join(', ') || 'none'}.`,

    noComparison: (why: string) => `SQLite cannot compare vectors here: ${why}`,
    installModel: 'install the model again, or set recall.vectors = "off"',
    checkService:
      'check recall.url, recall.model and recall.api_key, and that the service runs, or set recall.vectors = "off"',
    modelWorks: (model: string, dimension: number) => `${model} works, with ${dimension} dimensions`,
    noVectorsYet: (works: string) => `${works}; the daemon creates the vectors while it runs`,
    haveVectors: (works: string, lines: number) => `${works}; ${lines} messages have vectors`,
    otherVectors: (works: string, { lines, model, dimension }: StoredVectors) =>
      `${works}; ${lines} messages have vectors of ${model} with ${dimension} dimensions: the daemon creates them again at its start`,
  },
  de: {
    names: {
      configuration: 'Konfiguration',
      dataDirectory: 'Datenverzeichnis',
      pauses: 'Pausen',
      store: 'Datenbank',
      messages: 'Nachrichten',
      claude: 'claude-CLI',
      providers: 'Anbieter',
      provider: (name) => `Anbieter ${name}`,
      providerTools: 'Werkzeuge der Anbieter',
      mail: 'Mail',
      vectors: 'Vektoren',
      cliTools: 'Werkzeuge der CLI',
    },
    notChecked: (why) => `ließ sich nicht prüfen: ${why}`,

    notFolder: (path) => `${path} ist kein Ordner`,
    directoryUnusable: (dir, why) => `${dir} ist nicht benutzbar: ${why}`,
    freeSpace: (dir, isNew, freeMb) => `${dir}${isNew ? ' (wird angelegt)' : ''}, ${freeMb} MB frei`,
    lowSpace: (place) => `${place}; schaff bald Platz`,
    noStore: 'noch keine; der erste Start legt sie an',
    damaged: (file, problem, copies) =>
      `${file} ist beschädigt: ${problem}. Ersetze die Datei durch eine Kopie aus ${copies}.`,
    unreadable: (file, why) => `${file} lässt sich nicht lesen: ${why}`,
    partlyRead: (file, seconds) =>
      `${file}; in ${seconds} Sekunden Lesen kein Fehler gefunden (ein laufendes Skein liest einmal am Tag alles)`,

    works: 'funktioniert',
    noContainment:
      'fehlt oder ist nicht erlaubt; installiere bubblewrap, damit in einer Sandbox läuft, was die CLI startet',
    toolsOff: 'in der Konfiguration abgeschaltet',
    noSandbox: (why) => `abgeschaltet, weil es keine Sandbox gibt: ${why}`,
    sandboxed: ({ tools, uid, memoryMb, cpuSeconds, processes, network }) =>
      `${tools.join(', ')}, in einer Sandbox, als ${uid === undefined ? 'Benutzer von Skein' : `Benutzer ${uid}, weil Skein als root läuft`}; ` +
      `${memoryMb} MB und ${cpuSeconds} s Rechenzeit für jeden Prozess eines Befehls, höchstens ${processes} Prozesse, ${network ? 'mit' : 'ohne'} Netz`,
    providerReady: (model) => `erreichbar, mit dem Modell ${model}`,
    tools: (names) => `${names.join(', ') || 'keine'}.`,

    noComparison: (why) => `SQLite kann hier keine Vektoren vergleichen: ${why}`,
    installModel: 'installiere das Modell neu, oder setze recall.vectors = "off"',
    checkService:
      'prüfe recall.url, recall.model und recall.api_key, und ob der Dienst läuft, oder setze recall.vectors = "off"',
    modelWorks: (model, dimension) => `${model} funktioniert, mit ${dimension} Dimensionen`,
    noVectorsYet: (works) => `${works}; Skein erzeugt die Vektoren im laufenden Betrieb`,
    haveVectors: (works, lines) => `${works}; ${lines} Nachrichten haben Vektoren`,
    otherVectors: (works, { lines, model, dimension }) =>
      `${works}; ${lines} Nachrichten haben Vektoren von ${model} mit ${dimension} Dimensionen: Skein erzeugt sie beim nächsten Start neu`,
  },
})

interface SandboxFacts {
  tools: readonly string[]
  /** The user of the commands, if it is another one than that of Skein. */
  uid: number | undefined
  memoryMb: number
  cpuSeconds: number
  processes: number
  network: boolean
}

interface StoredVectors {
  lines: number
  model: string
  dimension: number
}
