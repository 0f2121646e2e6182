import { inLanguages } from '../../../messages/languages.ts'

const en = {
  title: 'Profiles',
  about:
    'The model knows these texts in every conversation. A change applies from the next message on. About 150 words fit; of a longer text the model sees the headings and the first lines.',
  of: { you: 'About you', assistant: 'The assistant', group: (title: string) => `The group ${title}` },
  uses: {
    you: 'How to answer you, and what always matters about you. Only used in your private chats.',
    assistant: 'Its manner in all chats. The line below a heading "Name" is its name.',
    group: 'How to answer in this group, and what everybody in it may know.',
    skill: 'The model sees the description, and reads the rest when it does such work. Empty the text to delete it.',
  },
  otherGroups: (count: number) => (count === 1 ? 'A group without a text' : `${count} groups without a text`),
  skills: 'Skills',
  aboutSkills:
    'A skill says how something is done, such as a weekly report. You can also say “make a skill of what we just did” in a chat, and approve the text.',
  newSkill: 'Name of a new skill',
  create: 'Create',
  skillTemplate: (name: string) =>
    `---\nname: ${name}\ndescription: What it does, and when to use it.\n---\n\n1. First step\n`,
  empty: 'empty',
  text: (name: string) => `Text of ${name}`,
  placeholder: '## Answers\nShort and informal.\n\n## About\n…',
  shortened: 'The text is too long to be shown to the model as a whole. It reads the rest when it needs it.',
  persona: 'While this is empty, the configuration applies (assistant.persona):',
  file: 'File:',
  save: 'Save',
  saved: 'Saved.',
  versions: 'Versions',
  current: 'Current version',
  origin: {
    hand: 'edited as a file',
    page: (name: string) => `changed on the page by ${name}`,
    model: (name: string) => `changed by the model for ${name}`,
    undo: (name: string) => `restored by ${name}`,
  },
  nothingChanged: 'Only empty lines changed.',
  restore: 'Restore this version',
}

export const profileWords = inLanguages<typeof en>({
  en,
  de: {
    title: 'Profile',
    about:
      'Diese Texte kennt das Modell in jeder Unterhaltung. Eine Änderung gilt ab der nächsten Nachricht. Etwa 150 Wörter passen hinein; von einem längeren Text sieht das Modell die Überschriften und die ersten Zeilen.',
    of: { you: 'Über dich', assistant: 'Der Assistent', group: (title) => `Die Gruppe ${title}` },
    uses: {
      you: 'Wie dir geantwortet werden soll und was über dich immer wichtig ist. Gilt nur in deinen privaten Chats.',
      assistant: 'Seine Art in allen Chats. Die Zeile unter einer Überschrift „Name“ ist sein Name.',
      skill:
        'Das Modell sieht die Beschreibung und liest den Rest, wenn es so etwas tut. Ein leerer Text löscht den Skill.',
      group: 'Wie in dieser Gruppe geantwortet werden soll und was alle darin wissen dürfen.',
    },
    otherGroups: (count) => (count === 1 ? 'Eine Gruppe ohne Text' : `${count} Gruppen ohne Text`),
    skills: 'Skills',
    aboutSkills:
      'Ein Skill sagt, wie etwas gemacht wird, zum Beispiel ein Wochenbericht. Du kannst auch in einem Chat sagen: „Mach einen Skill aus dem, was wir gerade getan haben“, und den Text genehmigen.',
    newSkill: 'Name eines neuen Skills',
    create: 'Anlegen',
    skillTemplate: (name) =>
      `---\nname: ${name}\ndescription: Was er tut und wann er gebraucht wird.\n---\n\n1. Erster Schritt\n`,
    empty: 'leer',
    text: (name) => `Text von ${name}`,
    placeholder: '## Antworten\nKurz und locker.\n\n## Über mich\n…',
    shortened: 'Der Text ist zu lang, um dem Modell ganz gezeigt zu werden. Den Rest liest es, wenn es ihn braucht.',
    persona: 'Solange das leer ist, gilt die Konfiguration (assistant.persona):',
    file: 'Datei:',
    save: 'Speichern',
    saved: 'Gespeichert.',
    versions: 'Fassungen',
    current: 'Aktuelle Fassung',
    origin: {
      hand: 'als Datei bearbeitet',
      page: (name) => `auf der Seite geändert von ${name}`,
      model: (name) => `vom Modell geändert für ${name}`,
      undo: (name) => `wiederhergestellt von ${name}`,
    },
    nothingChanged: 'Nur leere Zeilen sind anders.',
    restore: 'Diese Fassung wiederherstellen',
  },
})
