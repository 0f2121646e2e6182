import { localized } from '../messages/localized.ts'

const installEn =
  'Install it with "npm install -g @anthropic-ai/claude-code" or set [brain.claude] command to its path, then run "npx skein setup claude".'
const installDe =
  'Installiere sie mit „npm install -g @anthropic-ai/claude-code“, oder setze [brain.claude] command auf ihren Pfad, und führe dann „npx skein setup claude“ aus.'

/** Why a program that Skein starts cannot be used here: the claude CLI, or the sandbox for commands. */
export const programMessages = localized({
  en: {
    claude: 'The claude CLI',
    claudeAt: (command: string) => `The claude CLI (${command})`,
    notInstalled: (name: string) => `${name} is not installed. ${installEn}`,
    notRunnable: (name: string, code: string) => `${name} cannot be run (${code}). ${installEn}`,
    broken: (command: string, what: string) =>
      `"${command} --version" ${what}. Try it in a terminal; [brain.claude] command names another one.`,
    brokenBy: {
      silence: 'did not answer within 5 seconds',
      flood: 'printed far too much',
      stop: 'was interrupted because Skein is stopping',
      signal: (signal: string) => `died of ${signal}`,
      exit: (code: number) => `ended with code ${code}`,
      otherProgram: 'does not answer like the claude CLI',
    },
    noCredential:
      'The claude CLI is here but has no credential. Run "npx skein setup claude", or set [brain.claude] api_key or oauth_token.',

    notFound: (command: string) => `${command} was not found`,
    unknownProcessor: (processor: string) => `the system calls of this processor (${processor}) are unknown`,
    folderOfRoot: (folder: string) => `Skein runs as root, but its tools must not, and only root can read ${folder}`,
    notInSandbox: (why: string) => `the claude CLI does not start in a sandbox: ${why}`,
    bwrapMissing: 'bwrap is not installed; install bubblewrap',
    bwrapNotStarted: (code: string) => `bwrap could not be started (${code})`,
    bwrapNotAllowed: (why: string) => `bwrap is not allowed here: ${why}`,
  },
  de: {
    claude: 'Die claude-CLI',
    claudeAt: (command) => `Die claude-CLI (${command})`,
    notInstalled: (name) => `${name} ist nicht installiert. ${installDe}`,
    notRunnable: (name, code) => `${name} lässt sich nicht ausführen (${code}). ${installDe}`,
    broken: (command, what) =>
      `„${command} --version“ ${what}. Versuch es in einem Terminal; eine andere nennst du mit [brain.claude] command.`,
    brokenBy: {
      silence: 'hat nicht innerhalb von 5 Sekunden geantwortet',
      flood: 'hat viel zu viel ausgegeben',
      stop: 'wurde abgebrochen, weil Skein beendet wird',
      signal: (signal) => `wurde durch ${signal} beendet`,
      exit: (code) => `endete mit dem Code ${code}`,
      otherProgram: 'antwortet nicht wie die claude-CLI',
    },
    noCredential:
      'Die claude-CLI ist da, hat aber keine Zugangsdaten. Führe „npx skein setup claude“ aus, oder setze [brain.claude] api_key oder oauth_token.',

    notFound: (command) => `${command} wurde nicht gefunden`,
    unknownProcessor: (processor) => `die Systemaufrufe dieses Prozessors (${processor}) sind nicht bekannt`,
    folderOfRoot: (folder) =>
      `Skein läuft als root, seine Werkzeuge dürfen das aber nicht, und ${folder} ist nur für root lesbar`,
    notInSandbox: (why) => `die claude-CLI startet nicht in einer Sandbox: ${why}`,
    bwrapMissing: 'bwrap ist nicht installiert; installiere bubblewrap',
    bwrapNotStarted: (code) => `bwrap ließ sich nicht starten (${code})`,
    bwrapNotAllowed: (why) => `bwrap ist hier nicht erlaubt: ${why}`,
  },
})
