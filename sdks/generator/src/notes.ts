/** Sentences for doc comments that say what the fields of a type cannot. */
import type { GeneratorField, GeneratorFrame, GeneratorModel, GeneratorShape } from "./model.js";

/** What a frame's comment says: its text, who answers by when, which capability it needs. */
export function frameNotes(model: GeneratorModel, frame: GeneratorFrame): string[] {
  const notes = [frame.doc];
  if (frame.answeredBy !== undefined) {
    const deadline = model.deadlines.find(({ name }) => name === frame.deadline);
    const within = deadline === undefined ? "" : ` within ${deadline.ms} ms`;
    notes.push(`Answered by \`${lastPart(frame.answeredBy)}\`${within}.`);
  }
  if (frame.answers !== undefined) notes.push(`Answers \`${lastPart(frame.answers)}\`.`);
  if (frame.capability !== undefined) notes.push(`Needs the capability \`${frame.capability}\`.`);
  return notes;
}

/** What the comment of one shape of several says. */
export function shapeNotes(shape: GeneratorShape): string[] {
  return shape.capability === undefined
    ? [shape.doc]
    : [shape.doc, `Needs the capability \`${shape.capability}\`.`];
}

/** What a field's comment says; empty where there is nothing to say. */
export function fieldNotes(field: GeneratorField): string[] {
  const notes = field.doc === "" ? [] : [field.doc];
  if (field.type.kind === "string" && field.type.base64 === true) notes.push("Base64.");
  if (field.anyAccepted === true) notes.push("A reader takes any JSON value here.");
  if (field.capability !== undefined) notes.push(`Needs the capability \`${field.capability}\`.`);
  return notes;
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}
