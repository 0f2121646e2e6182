import { localized } from './localized.ts'

/** What people read about changes that a model proposed to a profile or a skill. */
export const proposalMessages = localized({
  en: {
    none: 'No proposals are waiting.',
    usage: (prefix: string) =>
      `\`${prefix}proposals\` lists what is proposed. \`${prefix}proposals accept 3\`, \`decline 3\` or \`undo 3\` decides about number 3.`,
    title: (id: number, target: string) => `**Proposal ${id}**: change ${target}`,
    about: (name: string, day: string) => `From a conversation with ${name} on ${day}.`,
    reason: (words: string) => `Reason: ${words}`,
    source: (name: string, words: string) => `${name} wrote: ${words}`,
    outdated: 'The text was changed in the meantime, so this proposal cannot be applied any more. Decline it.',
    undoOutdated:
      'The text was changed again since then, so it cannot be undone. Memory on the page has every version.',
    more: (count: number) => (count === 1 ? 'One more is waiting.' : `${count} more are waiting.`),
    accept: (id: number) => `Accept ${id}`,
    decline: (id: number) => `Decline ${id}`,
    undoHint: (command: string) => `\`${command}\` takes it back.`,
    hidden: (name: string) =>
      `It is about the profile of ${name}, who sees the words and decides about them. You can only decline it.`,
    noSuch: (id: number) => `There is no proposal ${id} for you to decide.`,
    already: {
      open: (id: number) => `Proposal ${id} was not accepted yet.`,
      accepted: (id: number) => `Proposal ${id} was accepted before.`,
      declined: (id: number) => `Proposal ${id} was declined before.`,
      undone: (id: number) => `Proposal ${id} was undone before.`,
    },
    decided: {
      accept: (id: number) => `Proposal ${id} is accepted. It applies from the next message on.`,
      decline: (id: number) => `Proposal ${id} is declined. Nothing was changed.`,
      undo: (id: number) => `Proposal ${id} is undone. The text is again what it was before.`,
    },
  },
  de: {
    none: 'Es wartet kein Vorschlag.',
    usage: (prefix) =>
      `\`${prefix}proposals\` zeigt, was vorgeschlagen ist. \`${prefix}proposals accept 3\`, \`decline 3\` oder \`undo 3\` entscheidet über Nummer 3.`,
    title: (id, target) => `**Vorschlag ${id}**: ${target} ändern`,
    about: (name, day) => `Aus einer Unterhaltung mit ${name} am ${day}.`,
    reason: (words) => `Grund: ${words}`,
    source: (name, words) => `${name} schrieb: ${words}`,
    outdated:
      'Der Text wurde inzwischen geändert, deshalb lässt sich dieser Vorschlag nicht mehr anwenden. Lehne ihn ab.',
    undoOutdated:
      'Der Text wurde seitdem noch einmal geändert, deshalb lässt sich das nicht zurücknehmen. Unter Gedächtnis auf der Seite stehen alle Fassungen.',
    more: (count) => (count === 1 ? 'Ein weiterer wartet.' : `${count} weitere warten.`),
    accept: (id) => `${id} annehmen`,
    decline: (id) => `${id} ablehnen`,
    undoHint: (command) => `\`${command}\` nimmt es zurück.`,
    hidden: (name) =>
      `Es geht um das Profil von ${name}. Die Worte sieht nur ${name} und entscheidet darüber. Du kannst nur ablehnen.`,
    noSuch: (id) => `Es gibt keinen Vorschlag ${id}, über den du entscheiden kannst.`,
    already: {
      open: (id) => `Vorschlag ${id} wurde noch nicht angenommen.`,
      accepted: (id) => `Vorschlag ${id} wurde schon angenommen.`,
      declined: (id) => `Vorschlag ${id} wurde schon abgelehnt.`,
      undone: (id) => `Vorschlag ${id} wurde schon zurückgenommen.`,
    },
    decided: {
      accept: (id) => `Vorschlag ${id} ist angenommen. Er gilt ab der nächsten Nachricht.`,
      decline: (id) => `Vorschlag ${id} ist abgelehnt. Nichts wurde geändert.`,
      undo: (id) => `Vorschlag ${id} ist zurückgenommen. Der Text ist wieder, wie er vorher war.`,
    },
  },
})
