import type { OtherWords } from './chat.ts'
import { chinese } from './chinese.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'

/** A family that speaks five languages, also within one line. */
export const mixed: OtherWords = {
  language: 'mixed',
  names: ['Ana', 'Noor'],
  first: [
    ...german.first.slice(0, 6),
    ...french.first.slice(6, 11),
    ...spanish.first.slice(11, 16),
    ...chinese.first.slice(16, 19),
    'The bus was late again, as always.',
    'I just came back from the shops.',
    'The heating makes a strange noise.',
    'Mum says hello to all of you.',
  ],
  second: [
    ...german.second.slice(0, 3),
    ...french.second.slice(3, 6),
    ...spanish.second.slice(6, 9),
    ...chinese.second.slice(9, 11),
    'Could you bring some milk later?',
    'I will tell you more tonight.',
    'I really need a holiday.',
  ],
  asked: [
    {
      by: 'form',
      line: 'Die Schlüssel für das Ferienhaus liegen bei Frau Aydin im Erdgeschoss.',
      question: 'Wer hat den Schlüssel vom Ferienhaus?',
    },
    {
      by: 'form',
      line: 'The plumber, Mr Okafor, replaced both taps in the kitchen.',
      question: 'Who was replacing the kitchen tap?',
    },
    {
      by: 'form',
      line: 'Les billets pour l’opéra sont dans le tiroir de l’entrée.',
      question: 'Où est mon billet d’opéra ?',
    },
    {
      by: 'number',
      line: 'La fianza del piso nuevo son 2.400 euros, la pagamos entre los dos.',
      question: '¿Para qué son los 2400 euros?',
    },
    {
      by: 'date',
      line: 'Oncle Karim nous a apporté des dattes et un tapis.',
      question: 'What happened on 14 February?',
    },
    { by: 'form', line: '外婆的手术安排在仁济医院，主刀是赵医生。', question: '外婆的手术在哪家医院？' },
    {
      by: 'name',
      line: 'À Nantes, Maëlle nous prête son appartement près du château.',
      question: 'Whose place can we use in Nantes?',
    },
    { by: 'date', line: 'Meine Patentante hat mir ihr Klavier vermacht.', question: 'Was kam am 11. März?' },
    {
      by: 'compound',
      line: 'Noch offen: die Autoversicherung kündigen, Frist ist der 30. November.',
      question: 'Until when can I cancel the Versicherung for the Auto?',
    },
    { by: 'number', line: 'I signed us both up for the 10km in Ghent.', question: 'Wo laufen wir die 10 km?' },
    {
      by: 'form',
      line: 'Unos amigos de Elena alquilan una casita en Ronda por 90 euros la noche.',
      question: '¿Qué amiga tenía una casa en Ronda?',
    },
    {
      by: 'date',
      line: 'The dentist gave me a new crown.',
      question: 'Qu’est-ce qu’on m’a fait il y a deux semaines ?',
    },
  ],
}
