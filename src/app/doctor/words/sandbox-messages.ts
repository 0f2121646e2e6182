import { localized } from '../../../messages/localized.ts'

export const sandboxMessages = localized({
  en: {
    bubblewrap: {
      title: 'bwrap',
      why: 'Without it the commands and files of models are off, because nothing would keep them in their folder.',
      works: 'works',
      missing: 'missing or not permitted',
      install:
        'apt-get install bubblewrap   (if it is installed, the container or kernel forbids user namespaces: sysctl kernel.unprivileged_userns_clone=1; docs/operating.md#in-a-container says what a container needs)',
    },
    cliTools: {
      title: "the CLI's tools",
      why: 'The model can neither run commands nor read and write files.',
      off: 'off in the configuration',
      noSandbox: (why: string) => `off, because there is no sandbox: ${why}`,
      install: 'install what is missing, or turn these tools off with brain.claude.tools = []',
      sandboxed: ({ tools, uid, memoryMb, cpuSeconds, processes, network }: SandboxFacts) =>
        `${tools.join(', ')}, in a sandbox, as ${uid === undefined ? 'the user of Skein' : `user ${uid}, because Skein runs as root`}; ` +
        `${memoryMb} MB and ${cpuSeconds} s of processor time for each process of a command, at most ${processes} of them, ${network ? 'with' : 'without'} the network`,
    },
  },
  de: {
    bubblewrap: {
      title: 'bwrap',
      why: 'Ohne bwrap sind Befehle und Dateien der Modelle abgeschaltet, weil nichts sie in ihrem Ordner hielte.',
      works: 'funktioniert',
      missing: 'fehlt oder ist nicht erlaubt',
      install:
        'apt-get install bubblewrap   (ist es installiert, verbietet der Container oder Kernel Benutzer-Namensräume: sysctl kernel.unprivileged_userns_clone=1; was ein Container braucht, steht in docs/operating.md#in-a-container)',
    },
    cliTools: {
      title: 'Werkzeuge der CLI',
      why: 'Das Modell kann weder Befehle ausführen noch Dateien lesen und schreiben.',
      off: 'in der Konfiguration abgeschaltet',
      noSandbox: (why) => `abgeschaltet, weil es keine Sandbox gibt: ${why}`,
      install: 'installiere, was fehlt, oder schalte diese Werkzeuge mit brain.claude.tools = [] ab',
      sandboxed: ({ tools, uid, memoryMb, cpuSeconds, processes, network }) =>
        `${tools.join(', ')}, in einer Sandbox, als ${uid === undefined ? 'Benutzer von Skein' : `Benutzer ${uid}, weil Skein als root läuft`}; ` +
        `${memoryMb} MB und ${cpuSeconds} s Rechenzeit für jeden Prozess eines Befehls, höchstens ${processes} Prozesse, ${network ? 'mit' : 'ohne'} Netz`,
    },
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
