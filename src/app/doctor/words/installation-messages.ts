import { localized } from '../../../messages/localized.ts'

export const installationMessages = localized({
  en: {
    node: {
      title: 'node',
      why: 'Skein is tested with these versions of Node only, and older ones lack functions that it needs.',
      old: (version: string, least: string) => `${version} is too old; Skein needs ${least}`,
      untested: (version: string, tested: string) => `${version} was never tested; tested are ${tested}`,
      update: 'install a tested version from nodejs.org or your distribution, then restart Skein',
    },
    openFiles: {
      title: 'open files',
      why: 'With too few open files Skein cannot start, or fails when many things happen at once.',
      enough: (limit: number) => `up to ${limit}`,
      few: (limit: number, needed: number) => `only ${limit} files may be open at once, and Skein needs ${needed}`,
    },
    memory: {
      title: 'memory',
      why: 'The system ends processes when memory runs out. Each running answer of the claude CLI needs about 150 MB.',
      enough: (mb: number) => `${mb} MB`,
      little: (mb: number) => `only ${mb} MB`,
      add: 'give the machine or container more memory, or set workers.max = 1 and brain.claude.keep_count = 0',
    },
    configuration: {
      title: 'configuration',
      why: 'Skein does not start with a configuration that it cannot read.',
      correct: 'correct the file; "skein config --help" explains every key',
    },
    settings: {
      title: 'settings',
      why: 'Something that was set does not apply as it was meant.',
      apply: 'all of them apply',
      look: 'skein config',
    },
    profiles: {
      title: 'profile files',
      why: 'What is in SOUL.md, USER.md and ROOM.md is part of every prompt, and skills are named there. Changes in a file that cannot be read do not apply.',
      fine: 'all of them can be read',
      correct: 'correct the file; until then its last version applies',
      notASkill: (file: string) => `${file} has no description, so the model does not know of it`,
      personaUnused: (file: string) => `${file} is used, and assistant.persona is not`,
      removePersona: 'remove assistant.persona from the configuration, or empty the file',
    },
    runningVersion: {
      title: 'running version',
      why: 'An update takes effect only after a restart, and commands of another version may not understand the daemon.',
      differs: (running: string, installed: string) => `${running} is running, but ${installed} is installed`,
      restart: 'restart Skein, such as with "systemctl restart skein"',
    },
    interruptedUpdate: {
      title: 'interrupted update',
      why: 'Files of two versions are in place, and Skein may run from a temporary folder. "skein update" finishes the update or takes it back.',
      none: 'none',
      atWork: '"skein update" is at work',
      interrupted: (from: string, to: string, starting: string) =>
        `the update from ${from} to ${to} was interrupted; until it is finished, ${starting} starts`,
      remains: (room: string) => `an update that changed nothing left its files in ${room}`,
      remove: (room: string) => `remove ${room}`,
    },
  },
  de: {
    node: {
      title: 'node',
      why: 'Skein ist nur mit diesen Versionen von Node getestet, und älteren fehlen Funktionen, die es braucht.',
      old: (version, least) => `${version} ist zu alt; Skein braucht ${least}`,
      untested: (version, tested) => `${version} wurde nie getestet; getestet sind ${tested}`,
      update: 'installiere eine getestete Version von nodejs.org oder aus deiner Distribution und starte Skein neu',
    },
    openFiles: {
      title: 'offene Dateien',
      why: 'Mit zu wenigen offenen Dateien startet Skein nicht, oder es versagt, wenn viel gleichzeitig geschieht.',
      enough: (limit) => `bis zu ${limit}`,
      few: (limit, needed) => `nur ${limit} Dateien dürfen gleichzeitig offen sein, und Skein braucht ${needed}`,
    },
    memory: {
      title: 'Arbeitsspeicher',
      why: 'Wenn der Speicher ausgeht, beendet das System Prozesse. Jede laufende Antwort der claude-CLI braucht etwa 150 MB.',
      enough: (mb) => `${mb} MB`,
      little: (mb) => `nur ${mb} MB`,
      add: 'gib dem Rechner oder Container mehr Speicher, oder setze workers.max = 1 und brain.claude.keep_count = 0',
    },
    configuration: {
      title: 'Konfiguration',
      why: 'Skein startet nicht mit einer Konfiguration, die es nicht lesen kann.',
      correct: 'berichtige die Datei; „skein config --help“ erklärt jeden Schlüssel',
    },
    settings: {
      title: 'Einstellungen',
      why: 'Etwas, das eingestellt wurde, gilt nicht so, wie es gemeint war.',
      apply: 'alle gelten',
      look: 'skein config',
    },
    profiles: {
      title: 'Profildateien',
      why: 'Was in SOUL.md, USER.md und ROOM.md steht, gehört zu jedem Prompt, und Skills werden darin genannt. Änderungen in einer Datei, die nicht gelesen werden kann, gelten nicht.',
      fine: 'alle sind lesbar',
      correct: 'berichtige die Datei; bis dahin gilt ihre letzte Fassung',
      notASkill: (file) => `${file} hat keine Beschreibung, deshalb kennt das Modell diesen Skill nicht`,
      personaUnused: (file) => `${file} wird benutzt, assistant.persona nicht`,
      removePersona: 'entferne assistant.persona aus der Konfiguration, oder leere die Datei',
    },
    runningVersion: {
      title: 'laufende Version',
      why: 'Ein Update wirkt erst nach einem Neustart, und Befehle einer anderen Version verstehen sich vielleicht nicht mit dem laufenden Skein.',
      differs: (running, installed) => `${running} läuft, aber ${installed} ist installiert`,
      restart: 'starte Skein neu, zum Beispiel mit „systemctl restart skein“',
    },
    interruptedUpdate: {
      title: 'unterbrochenes Update',
      why: 'Es liegen Dateien zweier Versionen da, und Skein läuft vielleicht aus einem vorläufigen Ordner. „skein update“ beendet das Update oder nimmt es zurück.',
      none: 'keines',
      atWork: '„skein update“ arbeitet gerade',
      interrupted: (from, to, starting) =>
        `das Update von ${from} auf ${to} wurde unterbrochen; bis es beendet ist, startet ${starting}`,
      remains: (room) => `ein Update, das nichts geändert hat, hat seine Dateien in ${room} hinterlassen`,
      remove: (room) => `${room} löschen`,
    },
  },
})
