import type { Language } from '../language.ts'

const unit = '(?:segundos|minutos|horas|dias|semanas|meses|anos)'
const plural = '(?:[a-z]{2,}(?:as|os|es|eis|is|us)|gente|comida|musica|ropa)'
const verb =
  '(?:he|has|ha|hemos|han|habia|son|eran|fueron|es|era|tengo|tiene|tienen|tenemos|quiero|quiere|debo|me|nos|le|les|se|[a-z]+(?:o|a|e|an|en|aba|ia|i|aste|iste|amos|imos|aron|ieron))'

export const spanish: Language = {
  small: `al como con cual cuales cuando cuantas cuantos de del donde el ella ellos en entre era es esta este fue ha han
    has he hemos haz la las le les lista lo los me mi mis nos nuestra nuestras nuestro nuestros o para por que quien quienes
    resume se son su sus te tengo todas todo todos tu tus un una y ya yo`,
  opens: [
    '(?:que|cual|cuales|quien|quienes|donde|cuando|como|cuant[oa]s?|por que|en que|con que|a que|he|has|ha|hemos|han|es|son|sigo|sigue|siguen|todavia|aun|puedes|podrias|me)',
    '(?:por favor,? )?(?:lista|listame|enumera|nombra|dame|dime|haz|hazme|resume|resumeme|recapitula|compara|ponme|recuerdame|cuentame|muestrame|quiero|quisiera)[a-z]*',
  ],
  ours: [
    'mi|mis|nuestr[oa]s?|su|sus|yo|nos|nosotr[oa]s|el|ella|ellos|ellas(?! )',
    'he|hemos|tengo|tenemos|dije|dijimos|hice|hicimos|fui|fuimos|compre|compramos|vi|vimos|lei|mencione|hable|hablamos|vivo|trabajo|me (?:gusta|gustan|encanta|interesa)[a-z]*',
    'dijiste|me has dicho|sabes',
    'hasta (?:ahora|hoy|el momento)|con el tiempo|nuestras (?:conversaciones|charlas)',
  ],
  atHand: [
    '(?:este|esta|estos|estas|el|la) (?:texto|articulo|pagina|enlace|correo|documento|archivo|pdf|parrafo|mensaje|video|nota|frase|codigo|carta)s?(?: siguientes?| adjunt[oa]s?)?',
    'siguientes?|adjunt[oa]s?|abajo',
  ],
  asks: {
    order: [
      '(?:que|el|en|por|mismo) orden(?! de (?:compra|trabajo))|cronolog[a-z]+|linea de(?:l)? tiempo|secuencia de|que (?:fue|paso|vino) primero|antes o despues',
    ],
    change: [
      '(?:que|como|en que|algo)\\b.{0,60}\\b(?:cambi(?:o|ado|aron|e)|evoluciona(?:do|ron)|evoluciono|modific(?:o|ado))',
      'que hay de nuevo|novedades|(?:que|hay) cambios',
      '(?:todavia|aun|sig(?:o|ue|uen|ues|amos)|ya no)\\b.{0,80}\\?',
      '(?:que|cual(?:es)?|donde|cuando|quien|como|cuanto)\\b.{0,60}\\b(?:actual(?:es|mente)?|ahora mismo|hoy en dia|mas reciente|ultim[oa] (?:version|cifra|estado|dato)|al dia)',
    ],
    summary: [
      'resum(?:e|en|ir|as|a|eme|ame)|recapitul[a-z]+|panorama|vision general|sintesis|ponme al (?:dia|corriente)',
      '(?:todo lo que|lo que) (?:sabes|sabemos|hemos|he|dije|dijimos|hablamos|te)|que sabes (?:de|sobre)',
    ],
    comparison: [
      'compar[a-z]+|diferencias? entre|en comun|respecto a|frente a',
      'ambos|ambas|l[oa]s dos|tanto .{2,40} como',
      `(?:cuant[oa]s? (?:${unit}|tiempo)|que).{0,60} entre .+ y`,
      '(?:mas|menos|mejor|peor|tan) (?:[a-z]+ )?(?:que|como) .{2,60}\\?',
    ],
    count: ['cuant[oa]s(?! (?:son|hay en) )|con que frecuencia', 'el numero (?:de|total)|en total'],
    list: [
      `que(?: (?:otr[oa]s|distint[oa]s|diferentes|tipos? de|clases? de))*(?: [a-z]+)?? ${plural} ${verb}`,
      'cuales|quienes',
      '(?:lista|listame|enumera|nombra|dime|dame|haz una lista)[a-z]*\\b.{0,30}\\b(?:tod[oa]s|las|los|mis|nuestr[oa]s|sus|cada)',
      'tod[oa]s (?:l[oa]s|mis|nuestr[oa]s|sus) [a-z]+s|cada vez que|todo lo que (?:he|hemos|ha|han)',
    ],
    liking: [
      '(?:que|cual(?:es)?|quien(?:es)?|donde|como)\\b.{0,60}\\b(?:gusta[n]?|gustaba[n]?|encanta[n]?|prefier[oeas]+n?|preferimos|odi[oa]n?|interesa[n]?|disfrut[a-z]+|apetece[n]?)',
      '(?:que|cual(?:es)?|quien)\\b.{0,40}\\b(?:favorit[oa]s?|preferid[oa]s?|preferencias?|gustos|aficiones|pasatiempos|intereses|hobbies)',
    ],
  },
  frame: `cuantos cuantas cuanto cuanta numero total lista listame enumera nombra orden cronologico cronologica cronologia
    resumen resume resumir resumeme recapitula diferentes distintos distintas varios varias aspectos temas puntos cosas
    elementos mencione mencionado hable hablado hablamos dicho dije conversacion conversaciones charlas mensajes dame dime
    haz dos tres cuatro cinco seis siete ocho nueve diez compara comparar comparacion diferencia diferencias entre comun ambos
    ambas actual actuales actualmente todavia aun todos todas todo`,
}
