// Makes the sentences of the parts that are fetched later known.

import { enLater } from "./en-later";
import { learn } from "./say";

learn(enLater);
