import { localized } from '../../../messages/localized.ts'

export const modelMessages = localized({
  en: {
    claude: {
      title: 'claude CLI',
      why: 'Without it or its sign-in Claude cannot answer.',
      setUp: 'skein setup claude',
    },
    claudeVersion: {
      title: 'version of the CLI',
      why: 'Another version may take other options or print other events than Skein expects.',
      range: (oldest: string, newest: string) => `${oldest} to ${newest}`,
      wait: 'look for an update of Skein; if answers fail, install the newest tested version of the CLI',
    },
    answering: {
      title: 'who answers',
      why: 'The demo only repeats what it finds. It understands nothing.',
      demo: 'the demo',
      setUp: 'skein setup',
    },
    trouble: {
      title: 'model',
      why: 'Messages wait until the model can be asked again.',
      status: 'skein status',
    },
    providers: {
      title: 'providers',
      why: 'The models of this provider cannot answer.',
      one: (name: string) => `provider ${name}`,
      ready: (model: string) => `reachable, with the model ${model}`,
      setUp: 'skein setup brain',
    },
    tools: {
      title: "the providers' tools",
      why: 'The model cannot use what these servers offer.',
      list: (names: string[]) => `${names.join(', ') || 'none'}.`,
      correct: 'correct the table [mcp.NAME] of that server, or start the server, and restart Skein',
    },
    vectors: {
      title: 'vectors',
      why: 'Older messages are found by their words only, not by their meaning.',
      noComparison: (why: string) => `SQLite cannot compare vectors here: ${why}`,
      reinstall: 'npm ci   (in the folder of Skein), or set recall.vectors = "off"',
      restart: 'restart Skein',
      installModel: 'install the model again, or set recall.vectors = "off"',
      checkService:
        'check recall.url, recall.model and recall.api_key, and that the service runs, or set recall.vectors = "off"',
      modelWorks: (model: string, dimension: number) => `${model} works, with ${dimension} dimensions`,
      noVectorsYet: (works: string) => `${works}; the daemon creates the vectors while it runs`,
      haveVectors: (works: string, lines: number) => `${works}; ${lines} messages have vectors`,
      otherVectors: (works: string, { lines, model, dimension }: StoredVectors) =>
        `${works}; ${lines} messages have vectors of ${model} with ${dimension} dimensions: the daemon creates them again at its start`,
    },
  },
  de: {
    claude: {
      title: 'claude-CLI',
      why: 'Ohne sie oder ihre Anmeldung kann Claude nicht antworten.',
      setUp: 'skein setup claude',
    },
    claudeVersion: {
      title: 'Version der CLI',
      why: 'Eine andere Version nimmt vielleicht andere Optionen oder gibt andere Ereignisse aus, als Skein erwartet.',
      range: (oldest, newest) => `${oldest} bis ${newest}`,
      wait: 'sieh nach, ob es ein Update von Skein gibt; wenn Antworten scheitern, installiere die neueste getestete Version der CLI',
    },
    answering: {
      title: 'wer antwortet',
      why: 'Die Demo wiederholt nur, was sie findet. Sie versteht nichts.',
      demo: 'die Demo',
      setUp: 'skein setup',
    },
    trouble: {
      title: 'Modell',
      why: 'Nachrichten warten, bis das Modell wieder gefragt werden kann.',
      status: 'skein status',
    },
    providers: {
      title: 'Anbieter',
      why: 'Die Modelle dieses Anbieters können nicht antworten.',
      one: (name) => `Anbieter ${name}`,
      ready: (model) => `erreichbar, mit dem Modell ${model}`,
      setUp: 'skein setup brain',
    },
    tools: {
      title: 'Werkzeuge der Anbieter',
      why: 'Das Modell kann nicht benutzen, was diese Server anbieten.',
      list: (names) => `${names.join(', ') || 'keine'}.`,
      correct: 'berichtige die Tabelle [mcp.NAME] dieses Servers, oder starte ihn, und starte Skein neu',
    },
    vectors: {
      title: 'Vektoren',
      why: 'Ältere Nachrichten werden nur über ihre Wörter gefunden, nicht über ihre Bedeutung.',
      noComparison: (why) => `SQLite kann hier keine Vektoren vergleichen: ${why}`,
      reinstall: 'npm ci   (im Ordner von Skein), oder setze recall.vectors = "off"',
      restart: 'starte Skein neu',
      installModel: 'installiere das Modell neu, oder setze recall.vectors = "off"',
      checkService:
        'prüfe recall.url, recall.model und recall.api_key, und ob der Dienst läuft, oder setze recall.vectors = "off"',
      modelWorks: (model, dimension) => `${model} funktioniert, mit ${dimension} Dimensionen`,
      noVectorsYet: (works) => `${works}; Skein erzeugt die Vektoren im laufenden Betrieb`,
      haveVectors: (works, lines) => `${works}; ${lines} Nachrichten haben Vektoren`,
      otherVectors: (works, { lines, model, dimension }) =>
        `${works}; ${lines} Nachrichten haben Vektoren von ${model} mit ${dimension} Dimensionen: Skein erzeugt sie beim nächsten Start neu`,
    },
  },
})

interface StoredVectors {
  lines: number
  model: string
  dimension: number
}
