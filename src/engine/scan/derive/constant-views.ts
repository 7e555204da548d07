/** Views over constants: names that hold different values, and values that have different names. */

/** Of more places a name or value is a convention. */
const mostPlaces = 6;

/** Where a constant counts: it is no test's, no tool's, and nobody's own. */
const shared = `
select constants.*, lower(replace(name, '_', '')) as plain from constants
where path in (select path from files where not is_test and not is_generated)
  and (exported or instr(substr(symbol, instr(symbol, '#') + 1), '.') = 0)`;

const digits = "replace(replace(replace(value, '_', ''), '.', ''), '-', '')";
/** Powers of two and what is one less, up to the largest number that a computer counts with. */
const powers = Array.from({ length: 55 }, (_, at) => `'${2n ** BigInt(at + 10)}', '${2n ** BigInt(at + 10) - 1n}'`);

export const createConstantViews = `
-- One row a constant whose name holds another value elsewhere. A name of one word means something else everywhere, and
-- so does a type's own, and what no file gives to others; what one file declares twice is for different builds, and settings override defaults.
create view inconsistent_constants as
with shared as (${shared}
  and instr(substr(symbol, instr(symbol, '#') + 1), '.') = 0
  and lower(path) not glob '*settings*' and lower(path) not glob '*default*')
select name, kind, value, symbol, path, line from shared
where name glob '[A-Z]*_*' and name not glob '*[a-z]*' and name in (
  select name from shared group by name having count(distinct value) > 1 and count(*) <= ${mostPlaces} and count(distinct kind) = 1
    and count(distinct path) = count(*) and max(exported) = 1)
order by name, value, path, line;

-- One row a constant whose value stands under another name too. Short texts, round numbers and powers of two are
-- nobody's own: only of a number of four digits or more that count is the same one meant elsewhere.
create view duplicate_constants as
with shared as (${shared})
select value, name, kind, symbol, path, line from shared
where (kind = 'text' and length(value) >= 10 and value glob '*[^a-zA-Z]*' and value not glob '‹redacted*'
    or kind = 'number' and value not glob '*[^0-9._-]*' and length(trim(${digits}, '0')) >= 4 and ${digits} not in (${powers}))
  and (value, kind) in (
    select value, kind from shared group by value, kind having count(distinct plain) > 1 and count(*) <= ${mostPlaces})
order by value, name, path, line;
`;
