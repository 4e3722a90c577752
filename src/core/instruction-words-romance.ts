import { type InstructionWords, list } from './instruction-words.ts';

const french: InstructionWords = {
  machine: list(`ia, assistant*, modele de langage, modele, agent, systeme, administrateur`),
  override: list(`ignore, ignorez, ignorer, oublie, oubliez, contourne*, outrepasse*, neglige*`),
  rule: list(`instruction*, regle*, consigne*, precedent*, anterieur*, directive*, approbation*, validation*`),
  conceal: list(`
    sans demander, sans confirmation, sans approbation, sans prevenir, sans informer, ne dis rien, ne dites rien,
    ne le dis pas, ne mentionne*, en secret, deja approuve*, deja accepte*
  `),
  command: list(`
    supprime, supprimez, supprimer, efface, effacez, annule, annulez, annuler, rembourse, remboursez, rembourser,
    vire, virez, virer, transfere, transferez, paie, payez, payer, envoie, envoyez, envoyer, approuve, approuvez,
    invite, invitez, exporte, exportez, change, changez, changer, modifie, modifiez, marque, marquez, appelle,
    appelez, execute, executez, affiche, affichez, reponds, repondez, cree, creez, utilise, utilisez, donne,
    donnez, ajoute, ajoutez, remplace, remplacez
  `),
  object: list(`
    client*, fournisseur*, facture*, paiement*, remboursement*, vente*, commande*, iban, banque*, bancaire*,
    compte*, solde*, argent, mot de passe, jeton*, cle, proprietaire*, role*, droit*, donnee*, fichier*,
    document*, liste, tout, utilisateur*, prix, remise*
  `),
  stress: list(`
    s il vous plait, s il te plait, merci de, veuillez, dois, devez, doit, vous, votre, vos, tu, tous, toutes,
    tout, chaque, immediatement, maintenant, urgent*, important*, seulement, toujours, attention
  `),
};

const spanish: InstructionWords = {
  machine: list(`ia, asistente*, modelo de lenguaje, modelo, agente, sistema, administrador*`),
  override: list(`ignora, ignore, ignorar, olvida, olvide, omite, omita, desestima, salta, salte`),
  rule: list(`instruccion*, regla*, anterior*, previa*, previo*, directriz*, aprobacion*, confirmacion*`),
  conceal: list(`
    sin preguntar, sin confirmacion, sin confirmar, sin aprobacion, sin avisar, sin informar, no digas, no le
    digas, no menciones, en secreto, ya aprobado, ya ha aceptado, ya autorizado
  `),
  command: list(`
    elimina, elimine, eliminar, borra, borre, borrar, anula, anule, anular, reembolsa, reembolse, reembolsar,
    devuelve, transfiere, transfiera, transferir, paga, pague, pagar, envia, envie, enviar, aprueba, apruebe,
    invita, invite, exporta, exporte, cambia, cambie, cambiar, modifica, marca, marque, llama, llame, ejecuta,
    ejecute, muestra, responde, crea, cree, usa, use, da, anade, reemplaza
  `),
  object: list(`
    cliente*, proveedor*, factura*, pago*, reembolso*, venta*, pedido*, iban, banco*, bancaria*, cuenta*, saldo*,
    dinero, contrasena*, clave*, propietario*, rol, permiso*, dato*, archivo*, documento*, lista, todo, usuario*,
    precio*, descuento*
  `),
  stress: list(`
    por favor, debes, debe, deben, tienes que, usted, tu, tus, su, todos, todas, todo, cada, inmediatamente,
    ahora, ya, urgente*, importante*, solo, siempre, atencion
  `),
};

const italian: InstructionWords = {
  machine: list(`ia, ai, assistente*, modello linguistico, modello, agente, sistema, amministratore`),
  override: list(`ignora, ignorate, ignorare, dimentica, dimenticate, aggira, salta, trascura`),
  rule: list(`istruzion*, regol*, precedent*, direttiv*, approvazion*, conferm*`),
  conceal: list(`
    senza chiedere, senza conferma, senza approvazione, senza avvisare, senza informare, non dire, non dirlo, non
    menzionare, in segreto, gia approvato, gia accettato
  `),
  command: list(`
    elimina, eliminate, eliminare, cancella, cancellate, annulla, annullare, rimborsa, rimborsare, bonifica,
    trasferisci, trasferire, paga, pagate, pagare, invia, inviate, inviare, manda, approva, approvare, invita,
    esporta, esportare, cambia, cambiare, modifica, segna, chiama, esegui, mostra, rispondi, crea, usa, dai,
    aggiungi, sostituisci
  `),
  object: list(`
    client*, fornitor*, fattur*, pagament*, rimbors*, vendit*, ordin*, iban, banc*, conto, conti, sald*, denaro,
    soldi, password, chiav*, proprietari*, ruol*, permess*, dati, file, document*, elenco, lista, tutto, utent*,
    prezz*, scont*
  `),
  stress: list(`
    per favore, devi, deve, dovete, tu, tuo, tua, vostr*, tutti, tutte, tutto, ogni, subito, ora, immediatamente,
    urgente, importante, solo, sempre, attenzione
  `),
};

const portuguese: InstructionWords = {
  machine: list(`ia, assistente*, modelo de linguagem, modelo, agente, sistema, administrador*`),
  override: list(`ignore, ignora, ignorar, esqueca, esquece, desconsidere, pule, contorne`),
  rule: list(`instruc*, regra*, anterior*, previa*, diretriz*, aprovac*, confirmac*`),
  conceal: list(`
    sem perguntar, sem confirmacao, sem confirmar, sem aprovacao, sem avisar, sem informar, nao diga, nao conte,
    nao mencione, em segredo, ja aprovado, ja aceitou, ja autorizado
  `),
  command: list(`
    exclua, excluir, apague, apagar, elimine, eliminar, anule, anular, cancele, cancelar, reembolse, reembolsar,
    estorne, transfira, transferir, pague, pagar, envie, enviar, mande, aprove, aprovar, convide, exporte,
    exportar, altere, alterar, mude, mudar, marque, marcar, chame, execute, mostre, responda, crie, use, adicione,
    substitua
  `),
  object: list(`
    cliente*, fornecedor*, fatura*, factura*, pagamento*, reembolso*, venda*, pedido*, encomenda*, iban, banco*,
    bancari*, conta, contas, saldo*, dinheiro, senha*, chave*, proprietari*, papel, permiss*, dados, arquivo*,
    ficheiro*, documento*, lista, tudo, utilizador*, usuari*, preco*, desconto*
  `),
  stress: list(`
    por favor, deve, devem, voce, seu, sua, todos, todas, tudo, cada, imediatamente, agora, ja, urgente*,
    importante*, apenas, so, sempre, atencao
  `),
};

const polish: InstructionWords = {
  machine: list(`ai, si, asystent*, asystencie, model jezykowy, model, agent*, system, administrator*`),
  override: list(`zignoruj, ignoruj, zapomnij, pomin, obejdz`),
  rule: list(`instrukcj*, polecen*, zasad*, regul*, poprzedni*, wczesniejsz*, wytyczn*, zatwierdzen*, potwierdzen*`),
  conceal: list(`
    bez pytania, bez potwierdzenia, bez zatwierdzenia, bez zgody, bez informowania, nie mow, nie wspominaj, nie
    pytaj, po cichu, juz zatwierdzon*, juz sie zgodzil*
  `),
  command: list(`
    usun, usunac, skasuj, anuluj, anulowac, zwroc, zwrocic, przelej, przelac, zaplac, zaplacic, wyslij, wyslac,
    zatwierdz, zatwierdzic, zapros, eksportuj, zmien, zmienic, oznacz, oznaczyc, wywolaj, wykonaj, pokaz,
    odpowiedz, utworz, uzyj, dodaj, zastap, przeslij
  `),
  object: list(`
    klient*, dostawc*, faktur*, platnosc*, zwrot*, sprzedaz*, zamowien*, iban, bank*, konto, konta, kont, sald*,
    pieniadz*, srodki, haslo, hasla, token*, klucz*, wlasciciel*, rol*, uprawnien*, dane, danych, plik*,
    dokument*, list*, wszystko, uzytkownik*, cen*, rabat*
  `),
  stress: list(`
    prosze, musisz, nalezy, powinien*, twoj*, wszystk*, wszyscy, kazd*, natychmiast, teraz, pilne, wazne, tylko,
    zawsze, uwaga
  `),
};

/** Romance languages, and Polish. */
export const romanceWords: readonly InstructionWords[] = [french, spanish, italian, portuguese, polish];
