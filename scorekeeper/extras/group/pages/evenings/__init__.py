"""The evenings of a group: who owes whom, what was drunk, and all of it on paper and in tables.

Here belongs what is settled and listed night by night or over a year. What is counted and inscribed
in the group's book does not, nor who belongs to it.
"""
