// Style sheets that a script brings along, as text.
declare module "*.css" {
  const text: string;
  export default text;
}
